"""Mutants that change nothing anybody could see: module, function, what → why. A test compares them with the code."""

EQUAL: dict[tuple[str, str, str], str] = {
    (
        "scoring/engine/best.py",
        "",
        "3  →  4  in  FEW_MELDS: Final = 3",
    ): "how many melds are few is a question of time: both ways find the same",
    (
        "scoring/engine/best.py",
        "Marks.__init__",
        "0  →  1  in  self.to_beat = (-1, 0, 0)  # more gained in all, as many Augen melded, as many with an opening",
    ): "the first end gains more than -1, is noted in any case and sets what is to be beaten",
    (
        "scoring/engine/best.py",
        "Marks.__init__",
        "1  →  2  in  self.least = self.opened = -1",
    ): "below every rank, as -1 is",
    (
        "scoring/engine/best.py",
        "Marks.__init__",
        "1  →  2  in  self.to_beat = (-1, 0, 0)  # more gained in all, as many Augen melded, as many with an opening",
    ): "the first end gains more than -1 as well as more than -2",
    (
        "scoring/engine/best.py",
        "Marks.may_beat",
        "gained > highest  →  gained >= highest",
    ): "a bound: more ends are looked at, and each is judged by itself",
    (
        "scoring/engine/best.py",
        "Marks.may_beat",
        "gained >= self.floor  →  gained > self.floor",
    ): "what gained just the limit melded no card (a meld gains Augen below the value): such an end opens only where nothing has to be opened, and there it is never worth more than the least",
    (
        "scoring/engine/best.py",
        "Marks.may_beat",
        "melded >= need_opened and gained >= self.floor  →  melded >= need_opened or gained >= self.floor",
    ): "a bound: more ends are looked at, and each is judged by itself",
    (
        "scoring/engine/best.py",
        "best",
        "1  →  2  in  if not any(holding.rows) and holding.naturals > 1:",
    ): "a short cut: the long way finds the same",
    (
        "scoring/engine/best.py",
        "best",
        "len(holding.rows[0]) <= FEW_MELDS  →  len(holding.rows[0]) < FEW_MELDS",
    ): "a short cut: the long way finds the same",
    (
        "scoring/engine/best.py",
        "choose_among_few",
        "1  →  2  in  highest = fewest = fewest_opened = -1",
    ): "below every number, as -1 is",
    (
        "scoring/engine/best.py",
        "choose_among_few",
        "opening_at is None or least_at is None  →  opening_at is None and least_at is None",
    ): "the first lay-out that is looked at is both",
    (
        "scoring/engine/best.py",
        "look",
        "gained <= highest  →  gained < highest",
    ): "a bound: more ends are looked at, and each is judged by itself; a full hand leaves least of all and is looked at in any case",
    (
        "scoring/engine/best.py",
        "rows_kept",
        "target.get(after, -1) < gained + gain  →  target.get(after, -1) <= gained + gain",
    ): "the same number is written again",
    (
        "scoring/engine/best.py",
        "turn_after",
        "0  →  1  in  augen, card = best_discard(holding, state, 0)",
    ): "asked only for hands without jokers",
    (
        "scoring/engine/best.py",
        "turns_at",
        "least_at is None or highest_at is None  →  least_at is None and highest_at is None",
    ): "the first end that is noted is both",
    (
        "scoring/engine/best_ends.py",
        "",
        "40  →  41  in  RANK: Final = 40  # bits below are what a state gained",
    ): "one bit more between the two numbers",
    (
        "scoring/engine/best_ends.py",
        "_choose",
        "1  →  2  in  highest = least = opened = -1",
    ): "below every rank, as -1 is",
    (
        "scoring/engine/best_ends.py",
        "_choose",
        "gained < floor  →  gained <= floor",
    ): "what gained just the limit melded no card: such a state opens only where nothing has to be opened, and there it is never worth more than the least",
    (
        "scoring/engine/best_ends.py",
        "_choose",
        "holding.jokers and (not (mask and patterns.joker_only_last))  →  holding.jokers or not (mask and patterns.joker_only_last)",
    ): "without jokers the slower way finds the same",
    (
        "scoring/engine/best_ends.py",
        "_choose",
        "melded < need_opened or gained < floor  →  melded < need_opened and gained < floor",
    ): "a bound: more states are looked at, and each is judged by itself",
    (
        "scoring/engine/best_ends.py",
        "choose",
        "1  →  2  in  if jokers > 1 and patterns.joker_only_last:",
    ): "where two jokers would be left, one of them in a meld instead of a natural card leaves as little and counts for more",
    (
        "scoring/engine/best_ends.py",
        "choose",
        "jokers > 1  →  jokers >= 1",
    ): "with one joker no layer comes before the last but one",
    (
        "scoring/engine/layoffs.py",
        "_end_layoffs",
        "0  →  1  in  suit, length = suit_of(meld.stands[0][0]), len(meld.cards)",
    ): "every place of a run is of its suit",
    (
        "scoring/engine/layoffs.py",
        "_end_layoffs",
        "jokers + 1  →  jokers - 1",
    ): "a right run with one natural card and one joker more has a right share of jokers",
    (
        "scoring/engine/layoffs.py",
        "_longer_runs",
        "0  →  1  in  suit, length = suit_of(meld.stands[0][0]), len(meld.cards) + len(cards)",
    ): "every place of a run is of its suit",
    (
        "scoring/engine/layoffs.py",
        "_longer_runs",
        "1  →  2  in  for front in range(len(cards) + 1):",
    ): "a split behind the last card is one at the last card",
    (
        "scoring/engine/melds.py",
        "_missing",
        "1  →  2  in  for length in range(SMALLEST, RANKS + 1)",
    ): "the shortest span is taken, and thirteen cards from the ace hold every rank",
    (
        "scoring/engine/melds.py",
        "_missing",
        "ranks <= {rung % RANKS for rung in range(low, low + length)}  →  ranks < {rung % RANKS for rung in range(low, low + length)}",
    ): "ranks that fill a span without a gap lack nothing, and jokers go behind them: they do not come here",
    (
        "scoring/engine/notation.py",
        "",
        "FACES + 1  →  FACES - 1",
    ): "a short cut: the long way reads the same",
    (
        "scoring/engine/patterns.py",
        "",
        "64  →  65  in  LAWS_KEPT: Final = 64",
    ): "the size of a memory",
    (
        "scoring/engine/patterns.py",
        "Patterns.__init__",
        "1  →  2  in  self.runs: tuple[dict[Tally, SuitRuns], ...] = tuple({} for _unused in range(law.jokers + 1))",
    ): "a table for one joker more than the pack has, which nobody asks",
    (
        "scoring/engine/patterns.py",
        "Patterns.__init__",
        "2  →  3  in  for naturals in range(RANKS + 2)",
    ): "one entry more than any run is long",
    (
        "scoring/engine/patterns.py",
        "Patterns.__init__",
        "2  →  3  in  max((n for n in range(RANKS + 2) if may_stand(low, n, law)), default=0) for low in range(RANKS)",
    ): "no run is longer than fourteen cards",
    (
        "scoring/engine/patterns.py",
        "Patterns.__init__",
        "2  →  3  in  max(j for j in range(naturals + RANKS + 2) if share_allows(naturals, j, law))",
    ): "no share allows more jokers than natural cards, and the range goes far beyond",
    (
        "scoring/engine/patterns.py",
        "Patterns._groups",
        "1  →  2  in  for held in range(1 << SUITS):",
    ): "the same choices of suits once more",
    (
        "scoring/engine/patterns.py",
        "Patterns._groups",
        "1  →  2  in  for jokers in range(min(SMALLEST, self.law.jokers + 1))",
    ): "a group with more jokers than the pack has is never asked for",
    (
        "scoring/engine/patterns.py",
        "Patterns._splits",
        "self.rung[0] < self.rung[RANKS]  →  self.rung[0] <= self.rung[RANKS]",
    ): "a run is left in that falls into two of the same value: the two do the same",
    (
        "scoring/engine/patterns.py",
        "Patterns.may_run",
        "jokers and (not self.jokers_apart)  →  jokers or not self.jokers_apart",
    ): "a short cut: runs_of knows better",
    (
        "scoring/engine/patterns.py",
        "Patterns.runs_of",
        "-held  →  without minus",
    ): "the highest card of one suit is of the same suit as the lowest",
    (
        "scoring/engine/play_board.py",
        "PlayBoard.going_out",
        "0  →  1  in  self, *, discarded: bool, melded: int = 0, value: int = 0, laying_off: bool = False",
    ): "left out only by a discard: what lies by then has opened, or is a Hand-Rommé, whose value nobody asks for (the other 0 is noticed)",
    (
        "scoring/engine/play_melds.py",
        "can_be_laid",
        "False  →  True  in  return False",
    ): "whom the table is barred to does not come here (the other False is noticed)",
    (
        "scoring/engine/play_melds.py",
        "demand_a_way_on",
        "0  →  1  in  melded: int = 0,",
    ): "left out only where cards are laid off, and then nobody asks how many were melded",
    (
        "scoring/engine/play_melds.py",
        "demand_a_way_on",
        "0  →  1  in  value: int = 0,",
    ): "left out only where cards are laid off with another one left: then an opening in this turn has reached its limit",
    (
        "scoring/engine/play_melds.py",
        "emptied",
        "0  →  1  in  def emptied(board: PlayBoard, *, melded: int = 0, value: int = 0, laying_off: bool = False) -> Finish:",
    ): "left out only where cards are laid off, and then nobody asks how many were melded (the value is asked for: tests/scoring/play/test_state.py)",
    (
        "scoring/engine/play_melds.py",
        "fit_in_all",
        "1  →  2  in  if fit_in_all(board, card, [*melds[:at], longer, *melds[at + 1 :]], needed - 1):",
    ): "whoever leaves out the meld behind finds the same melds from the last to the first (the other 1 is noticed)",
    (
        "scoring/engine/play_melds.py",
        "may_go",
        "len(rest) > 1  →  len(rest) >= 1",
    ): "a joker that is the last card is let pass by can_be_laid",
    (
        "scoring/engine/play_memory.py",
        "",
        "16  →  17  in  MOST_LAWS = 16",
    ): "the size of a memory",
    (
        "scoring/engine/play_memory.py",
        "",
        "50000  →  50001  in  MOST_ENTRIES = 50_000",
    ): "the size of a memory",
    (
        "scoring/engine/play_memory.py",
        "Memory.held",
        "1  →  2  in  return [held_augen(card, self.law) for card in range(FACES + 1)]",
    ): "a 54th card that nobody holds",
    (
        "scoring/engine/play_memory.py",
        "_room",
        "len(known) >= MOST_ENTRIES  →  len(known) > MOST_ENTRIES",
    ): "the size of a memory",
    (
        "scoring/engine/play_memory.py",
        "memory_of",
        "len(_MEMORIES) >= MOST_LAWS  →  len(_MEMORIES) > MOST_LAWS",
    ): "the size of a memory",
    (
        "scoring/engine/play_offers.py",
        "_groups",
        "1  →  2  in  for count in range(1, min(size, len(naturals)) + 1):",
    ): "one card with two jokers is no group by any share of jokers (the other 1 is noticed)",
    (
        "scoring/engine/play_offers.py",
        "_groups",
        "1  →  2  in  for size in range(SMALLEST, law.group_max + 1):",
    ): "a short cut: the judge refuses a group that is too large",
    (
        "scoring/engine/play_offers.py",
        "_runs",
        "len(line) + 1  →  len(line) - 1",
    ): "a short cut: the judge refuses what no run can be",
    (
        "scoring/engine/play_offers.py",
        "_runs",
        "len(line) - jokers  →  len(line) + jokers",
    ): "a short cut: the judge refuses what has too many jokers",
    (
        "scoring/engine/play_offers.py",
        "_runs",
        "share_allows(len(line) - jokers, jokers, law) and isinstance(judge(line, law), Meld)  →  share_allows(len(line) - jokers, jokers, law) or isinstance(judge(line, law), Meld)",
    ): "of lines that go upwards without a gap only the share of jokers can be wrong",
    (
        "scoring/engine/play_offers.py",
        "openings",
        "1  →  2  in  for size in range(1, len(state.player.hand) // SMALLEST + 1):",
    ): "more melds than the hand has cards for are not held (the other 1 is noticed)",
    (
        "scoring/engine/play_piles.py",
        "recount_hand",
        "surplus > 0  →  surplus >= 0",
    ): "a surplus of 0 was refused before",
    (
        "scoring/engine/player.py",
        "Players._least_useful",
        "len(may_go) > 1  →  len(may_go) >= 1",
    ): "of one card that may not go the same one is left",
    (
        "scoring/engine/player.py",
        "Players._plan",
        "self.chance.random() < self.patience[board.seat]  →  self.chance.random() <= self.patience[board.seat]",
    ): "a number of 53 bits that is the same to the last",
    (
        "scoring/engine/player.py",
        "friends",
        "0  →  1  in  found = 0",
    ): "one more for every card leaves their order",
    (
        "scoring/engine/record_reader.py",
        "_Game._tag",
        '1  →  2  in  near = get_close_matches(plain[:40].rstrip(" 0123456789"), NAMES, n=1, cutoff=0.8)',
    ): "only the first is looked at",
    (
        "scoring/engine/record_reader.py",
        "_Game._tag",
        '40  →  41  in  near = get_close_matches(plain[:40].rstrip(" 0123456789"), NAMES, n=1, cutoff=0.8)',
    ): "no name is half as long: to what has forty letters none is near",
    (
        "scoring/engine/record_words.py",
        "",
        "1  →  2  in  _NUMBERS: Mapping[str, int] = {str(number): number for number in range(1, 100)}",
    ): "a short cut: the long way reads the same",
    (
        "scoring/engine/record_words.py",
        "",
        "FACES + 1  →  FACES - 1",
    ): "a short cut: the long way reads the same",
    (
        "scoring/engine/record_words.py",
        "_verb",
        "1  →  2  in  near = get_close_matches(first[:LONGEST], VERBS, n=1, cutoff=0.6)",
    ): "only the first is looked at",
    (
        "scoring/engine/replay.py",
        "presumed_stock",
        "len(stock) < size  →  len(stock) <= size",
    ): "where as many are drawn as there are none is left, and the next draw ends it",
    (
        "scoring/engine/replay.py",
        "set_up",
        "surplus > 0  →  surplus >= 0",
    ): "a surplus of 0 is no note",
    (
        "scoring/engine/replay_score.py",
        "MatchScore.leaders",
        "0  →  1  in  most = max(self.totals.values(), default=0)",
    ): "without totals nobody leads",
    (
        "scoring/engine/solver.py",
        "Holding.__init__",
        "0  →  1  in  if not 0 < len(cards) <= MOST_COUNTED:",
    ): "demand_hand finds nothing in a hand of one card",
    (
        "scoring/engine/solver.py",
        "Holding.__init__",
        "tally + patterns.spare  →  tally - patterns.spare",
    ): "below zero every high bit is set: each hand is looked at by demand_hand",
    (
        "scoring/engine/solver.py",
        "Holding._add_second_copies",
        "1  →  2  in  if not held & held - 1:",
    ): "a short cut: with one card held twice no meld is held twice",
    (
        "scoring/engine/solver.py",
        "Holding._add_second_copies",
        "8 - copies  →  8 + copies",
    ): "melds stand there twice whose cards do not: laid twice they run over",
    (
        "scoring/engine/solver.py",
        "_add_each",
        "-1  →  without minus",
    ): "every meld gains more than 1",
    (
        "scoring/engine/solver.py",
        "_add_each",
        "1  →  2  in  if not after & overflow and target.get(after, -1) < gained + gain:",
    ): "below every number, as -1 is",
    (
        "scoring/engine/solver.py",
        "_rounds",
        "-1  →  without minus",
    ): "every meld gains more than 1",
    (
        "scoring/engine/solver.py",
        "_rounds",
        "target.get(after, -1) < gained + gain  →  target.get(after, -1) <= gained + gain",
    ): "the same number is written again",
    (
        "scoring/engine/solver.py",
        "close_without_jokers",
        "-1  →  without minus",
    ): "every meld gains more than 1",
    (
        "scoring/engine/solver.py",
        "close_without_jokers",
        "1  →  2  in  if not after & overflow and states.get(after, -1) < gained + gain:",
    ): "below every number, as -1 is",
    (
        "scoring/engine/solver.py",
        "close_without_jokers",
        "states.get(after, -1) < gained + gain  →  states.get(after, -1) <= gained + gain",
    ): "the same number is written again",
    (
        "scoring/engine/solver_bits.py",
        "",
        "1  →  2  in  ONE_SUIT: Final = (1 << RANKS) - 1",
    ): "the gap between the suits is empty (the other 1 is noticed)",
    (
        "scoring/engine/solver_bits.py",
        "",
        "1  →  2  in  STRIDE: Final = RANKS + 1",
    ): "a wider gap between the suits",
    (
        "scoring/engine/solver_bits.py",
        "Bits._groups",
        "1  →  2  in  for held in range(1 << SUITS):",
    ): "the same choices of suits once more",
    (
        "scoring/engine/solver_bits.py",
        "Bits.solver",
        "SUITS * sum(self.augen) + 1  →  SUITS * sum(self.augen) - 1",
    ): "the whole deck has melds",
    (
        "scoring/engine/solver_bits.py",
        "Bits.solver.deadwood",
        "(in_groups.bit_length() - COUNTS) // 3  →  (in_groups.bit_length() - COUNTS) * 3",
    ): "whoever runs out of the table is answered the slow way",
    (
        "scoring/engine/solver_bits.py",
        "Bits.solver.deadwood",
        "(in_runs.bit_length() - 1) // STRIDE  →  (in_runs.bit_length() - 1) * STRIDE",
    ): "whoever runs out of the table is answered the slow way",
    (
        "scoring/engine/solver_bits.py",
        "Bits.solver.deadwood",
        "1  →  2  in  if not in_runs & (1 << STRIDE * suit) - 1:",
    ): "a short cut less: the slower way finds the same (the other 1 is noticed)",
    (
        "scoring/engine/solver_bits.py",
        "Bits.solver.deadwood",
        "in_groups.bit_length() - COUNTS  →  in_groups.bit_length() + COUNTS",
    ): "whoever runs out of the table is answered the slow way",
    (
        "scoring/engine/solver_bits.py",
        "solver_of",
        "len(_KNOWN) >= LAWS_KEPT  →  len(_KNOWN) > LAWS_KEPT",
    ): "the size of a memory",
    (
        "scoring/engine/solver_out.py",
        "goes_out",
        "0  →  1  in  if not 0 < len(cards) <= MOST_COUNTED:",
    ): "demand_hand finds nothing in a hand of one card",
    (
        "scoring/engine/solver_out.py",
        "goes_out",
        "alone & alone - 1 or tally & 6 * alone  →  alone & alone - 1 and tally & 6 * alone",
    ): "a short cut less: the same is asked below of fewer cards (there it is noticed)",
    (
        "scoring/engine/solver_out.py",
        "goes_out",
        "jokers > law.jokers  →  jokers >= law.jokers",
    ): "demand_hand finds nothing in a right hand",
    (
        "scoring/engine/solver_out.py",
        "goes_out",
        "tally + patterns.spare  →  tally - patterns.spare",
    ): "below zero every high bit is set: each hand is looked at by demand_hand",
    (
        "scoring/engine/solver_plain.py",
        "cards_kept",
        "1  →  2  in  card for card in range(FACES + 1) for _unused in range(list(cards).count(card) - gone.count(card))",
    ): "a 54th card that nobody holds",
    (
        "scoring/engine/solver_plain.py",
        "melds_with",
        "1  →  2  in  for count in range(1, len(alike) + 1):",
    ): "there is no choice of more cards than there are (the other 1 is noticed)",
    (
        "scoring/engine/solver_plain.py",
        "melds_with",
        "1  →  2  in  for used in range(len(jokers) + 1):",
    ): "one joker more than there are is all there are, once more",
    (
        "scoring/engine/table_chain.py",
        "Chain.__init__",
        "False  →  True  in  repeats: Sequence[bool] = (False,),",
    ): "nothing was done in the first phase, so nobody asks whether it repeats",
    (
        "scoring/engine/table_chain.py",
        "Chain.deeds_to",
        "at < len(before)  →  at <= len(before)",
    ): "places that are added are empty: no way leads through them",
    (
        "scoring/engine/table_chain.py",
        "Chain.often",
        "used < len(rows)  →  used <= len(rows)",
    ): "no meld needs more jokers than there are places",
    (
        "scoring/engine/table_chain.py",
        "Chain.once",
        "1  →  2  in  if not then & self.overflow and target.get(then, -1) < gained + gain:",
    ): "below every number, as -1 is",
    (
        "scoring/engine/table_chain.py",
        "Chain.once",
        "target.get(then, -1) < gained + gain  →  target.get(then, -1) <= gained + gain",
    ): "the same number is written again",
    (
        "scoring/engine/table_growth.py",
        "_group_growths",
        "1  →  2  in  for count in range(len(held) + 1):",
    ): "there is no choice of more cards than there are",
    (
        "scoring/engine/table_growth.py",
        "_lines",
        "used + 1  →  used - 1",
    ): "a row with too many jokers is left out behind",
    (
        "scoring/engine/table_growth.py",
        "_lines",
        "used < jokers  →  used <= jokers",
    ): "a row with too many jokers is left out behind",
    (
        "scoring/engine/table_growth.py",
        "_may_grow",
        "length + by  →  length - by",
    ): "a bound: what is longer than it may be is left out behind",
    (
        "scoring/engine/table_growth.py",
        "_may_grow",
        "length + by + 1  →  length + by - 1",
    ): "a bound: what is longer than it may be is left out behind",
    (
        "scoring/engine/table_growth.py",
        "_run_growths",
        "1  →  2  in  for count in range(len(swappable) + 1):",
    ): "there is no choice of more cards than there are",
    (
        "scoring/engine/table_turn.py",
        "TurnPosition.__init__",
        "1  →  2  in  self.counts = [0] * (FACES + 1)",
    ): "a 54th card that nobody holds",
    (
        "scoring/engine/table_turn.py",
        "TurnPosition._finish",
        "1  →  2  in  for uses in range(max(self.counts) + 1 if self.must_use else 1):",
    ): "no card lies in more melds than there are of it, and where the open card need not be used no use is marked",
    (
        "scoring/engine/table_turn.py",
        "TurnPosition._least",
        "away + most <= best  →  away + most < best",
    ): "a bound: more ends are looked at, and each is judged by itself",
    (
        "scoring/engine/table_turn.py",
        "TurnPosition._opens",
        "False  →  True  in  return something and gained >= self.law.opening_augen << VALUE and self._used(end, finishing=False)",
    ): "asked only of those who have not opened, and they may not finish by mauscheln",
    (
        "scoring/engine/table_turn.py",
        "TurnPosition._opens",
        "gained >= self.law.opening_augen << VALUE  →  gained > self.law.opening_augen << VALUE",
    ): "a gain holds the Augen too and is never just the limit",
    (
        "scoring/engine/table_turn.py",
        "TurnPosition._steps",
        "(added or used) and (added, used) not in seen  →  (added or used) or (added, used) not in seen",
    ): "the same step once more, or none at all",
    (
        "scoring/engine/table_turn.py",
        "TurnPosition.ways",
        "0  →  1  in  for more in range(most - 1, -1, -1) if most else (0,):",
    ): "where any number of melds may be laid nobody counts",
    (
        "scoring/offences.py",
        "remedy_of",
        "surplus > 0  →  surplus >= 0",
    ): "a surplus of 0 was refused before",
    (
        "scoring/points.py",
        "loose_hand",
        "rule is None or table is None  →  rule is None and table is None",
    ): "a rule set has both sections or none",
    (
        "scoring/reconcile.py",
        "misreadings",
        "1  →  2  in  for at in range(len(digits) + 1):",
    ): "a digit put in behind the last place is one put in at the last place",
    (
        "scoring/rules/consistency.py",
        "check_described",
        "what.least is not None and what.most is not None  →  what.least is not None or what.most is not None",
    ): "a value is described with both ends or with none",
    (
        "scoring/verification.py",
        "Limits.any_hands",
        "1  →  2  in  ways = [self.together(unopened=count - opened, opened=opened) for opened in range(count + 1)]",
    ): "one more hand that has opened and one less than none that has not hold no card more",
    (
        "scoring/verification.py",
        "fewest_cards_to_open",
        "1  →  2  in  best[cards - size] + meld_most(law, size) for size in range(3, cards + 1) if cards - size in best",
    ): "a meld of more cards than there are leaves less than none",
    (
        "scoring/verification.py",
        "fewest_cards_to_open",
        "1  →  2  in  for cards in range(1, hand + 1):",
    ): "one card is no meld",
    (
        "scoring/verification.py",
        "meld_most",
        "1  →  2  in  runs = [sum(line[start : start + size]) for start in range(len(line) - size + 1)]",
    ): "a run that is cut off counts less",
    (
        "tournaments/desk/core/finding.py",
        "find",
        "3  →  4  in  return tuple(place for *_order, place in sorted(found, key=lambda one: one[:3])[:most])",
    ): "no two places have the same number: the fourth is never compared",
    (
        "tournaments/event/core/course.py",
        "Course.place",
        "before < size * (change - round_number)  →  before <= size * (change - round_number)",
    ): "the first game of the Runde of a change is the same, counted from before or from behind it",
    (
        "tournaments/event/core/dealing.py",
        "played_games",
        "1  →  2  in  return len(players_of_game(1, size, dealer_sits_out)) * rounds",
    ): "every game of a table has as many players",
    (
        "tournaments/lists/core/life.py",
        "Who",
        "3  →  4  in  DIRECTOR = 3",
    ): "only the order of those who may do something counts",
    (
        "tournaments/paper/core/charts/axes.py",
        "number",
        "value < 0  →  value <= 0",
    ): "a nought gets no minus either way: what is written is a nought",
    (
        "tournaments/paper/core/charts/axes.py",
        "ticks",
        "10  →  11  in  return [round(number * step, 10) for number in range(first, last + 1)]",
    ): "the noise of a product is far below either digit",
    (
        "tournaments/paper/core/charts/axes.py",
        "ticks",
        "power * unit >= rough * 0.9999  →  power * unit > rough * 0.9999",
    ): "9999 divides no 1, 2, 5 or 10 times a power of ten: what is shown never hits it",
    (
        "tournaments/paper/core/charts/bars.py",
        "bar_chart",
        "1  →  2  in  longest = max((len(bar.name) for bar in bars), default=1) * layout.letters * 0.66",
    ): "without bars no name is left out",
    (
        "tournaments/paper/core/charts/bars.py",
        "hatched",
        "end >= left  →  end > left",
    ): "on the edge both name the same point",
    (
        "tournaments/paper/core/charts/bars.py",
        "hatched",
        "start <= right  →  start < right",
    ): "on the edge both name the same point",
    (
        "tournaments/paper/core/charts/bars.py",
        "row_chart",
        "1  →  2  in  most = max((bar.total for bar in bars), default=1) or 1",
    ): "without bars, and where all are 0, nothing but 0 is drawn, which stands where any scale begins",
    (
        "tournaments/paper/core/charts/bars.py",
        "row_chart",
        "1  →  2  in  names = max((len(line) for lines in named for line in lines), default=1)",
    ): "without bars nothing stands behind their names",
    (
        "tournaments/paper/core/charts/bars.py",
        "row_chart",
        "1  →  2  in  words = max((len(bar.words) for bar in bars), default=1) * layout.letters * 0.62 + 10",
    ): "without bars nothing stands before their words",
    (
        "tournaments/paper/core/charts/lines.py",
        "moved_apart",
        "groups[-1][0] + groups[-1][1] * room > start  →  groups[-1][0] + groups[-1][1] * room >= start",
    ): "two groups that just touch stand the same, as two and as one",
    (
        "tournaments/paper/core/charts/lines.py",
        "name_room",
        "1  →  2  in  most = max((len(broken(one.name, layout.most_signs)) for one in meant), default=1)",
    ): "without names their room is multiplied by 0, and nothing is moved apart",
    (
        "tournaments/paper/core/charts/lines.py",
        "under",
        "1  →  2  in  room = (across.end - across.start) / max(len(columns) - 1, 1)",
    ): "a single column is named at any rate (the other 1 is noticed)",
    (
        "tournaments/paper/core/charts/lines.py",
        "under",
        "1  →  2  in  widest = max((len(name) for name in columns), default=1) * layout.letters * 0.62",
    ): "without columns nothing is named",
    (
        "tournaments/sealing/core/reading.py",
        "signature_in",
        "before < after <= after + rest <= len(pdf)  →  before <= after <= after + rest <= len(pdf)",
    ): "an empty gap has no brackets, and is none",
    (
        "tournaments/seating/core/anneal.py",
        "Purse",
        "False  →  True  in  cut: bool = field(default=False, init=False)",
    ): "`init` alone: nobody says it, and the default is told by a test",
    (
        "tournaments/seating/core/anneal.py",
        "_Sore.after_swap",
        "row[a] & COUNT > 1  →  row[a] & COUNT >= 1",
    ): "a pair that met once met in this series, whose chairs are on the list already",
    (
        "tournaments/seating/core/anneal.py",
        "anneal",
        "draft.cost <= floor  →  draft.cost < floor",
    ): "at the bound the loop ends before its first move",
    (
        "tournaments/seating/core/anneal.py",
        "anneal",
        "not free or draft.cost <= floor  →  not free and draft.cost <= floor",
    ): "no phase is without series, and at the bound the loop ends before its first move",
    (
        "tournaments/seating/core/anneal.py",
        "anneal",
        "rnd() >= chance[delta]  →  rnd() > chance[delta]",
    ): "two numbers of 53 bits that are the same to the last",
    (
        "tournaments/seating/core/board.py",
        "_fixed",
        "0  →  1  in  if player.seat not in (None, seat) and (player.seat or 0) <= len(table.players):",
    ): "a player without a fixed seat was told apart before",
    (
        "tournaments/seating/core/chair_search.py",
        "",
        "6  →  7  in  SEATS = 6",
    ): "nobody has ever had a seventh seat: it counts nothing",
    (
        "tournaments/seating/core/chair_search.py",
        "",
        "7  →  8  in  _CHANCE = [math.exp(-delta / 0.35) for delta in range(7)]",
    ): "whatever is above 6 was refused before",
    (
        "tournaments/seating/core/chair_search.py",
        "SeatCounts.__init__",
        "0  →  1  in  self.counts = [[*row, *[0] * (SEATS - len(row))] for row in past]",
    ): "asked only with all six seats",
    (
        "tournaments/seating/core/chair_search.py",
        "SeatCounts.__init__",
        "SEATS - len(row)  →  SEATS + len(row)",
    ): "more seats that nobody has ever had count nothing",
    (
        "tournaments/seating/core/chair_search.py",
        "polish",
        "excess <= 0  →  excess < 0",
    ): "the loop ends before its first move",
    (
        "tournaments/seating/core/chair_search.py",
        "polish",
        "rng.random() >= _CHANCE[delta]  →  rng.random() > _CHANCE[delta]",
    ): "two numbers of 53 bits that are the same to the last",
    (
        "tournaments/seating/core/chairs.py",
        "_colour",
        "-1  →  without minus",
    ): "every place is filled",
    (
        "tournaments/seating/core/chairs.py",
        "_colour",
        "0  →  1  in  count = 0",
    ): "the numbers of tables are names only",
    (
        "tournaments/seating/core/chairs.py",
        "_colour",
        "1  →  2  in  count += 1",
    ): "the numbers of tables are names only",
    (
        "tournaments/seating/core/chairs.py",
        "_colour",
        "1  →  2  in  order = [-1] * len(table)",
    ): "every place is filled",
    (
        "tournaments/seating/core/chairs.py",
        "_last_seats",
        "0  →  1  in  holders[s][t] = series[s][t][0]  # no fair holder is left: the search mends what it can",
    ): "a net that catches nothing: where a table waits the matching finds somebody",
    (
        "tournaments/seating/core/chairs.py",
        "_last_seats",
        "0  →  1  in  width = max((len(tables) for tables in series), default=0)",
    ): "without series there is nothing to hold",
    (
        "tournaments/seating/core/chairs.py",
        "_last_seats",
        "1  →  2  in  holders = [[-1] * len(tables) for tables in series]",
    ): "whatever is below 0 is nobody",
    (
        "tournaments/seating/core/chairs.py",
        "_last_seats",
        "at < len(series)  →  at <= len(series)",
    ): "the loop ends anyway",
    (
        "tournaments/seating/core/chairs.py",
        "_last_seats",
        "end < len(series)  →  end <= len(series)",
    ): "all tables have their holder by then: nobody can be covered any more",
    (
        "tournaments/seating/core/changes.py",
        "repair",
        "0  →  1  in  best = (closed_cost, 0, RepairWay.CLOSED, closed)",
    ): "of equals min takes the first",
    (
        "tournaments/seating/core/changes.py",
        "repair",
        "1  →  2  in  best = min(best, (cost, 1, RepairWay.MENDED, mended), key=lambda found: found[:2])",
    ): "of equals min takes the first: only the order of the three ways counts",
    (
        "tournaments/seating/core/changes.py",
        "repair",
        "2  →  3  in  best = min(best, (anew.cost, 2, RepairWay.ANEW, list(anew.series)), key=lambda found: found[:2])",
    ): "only the order of the three ways counts",
    (
        "tournaments/seating/core/changes.py",
        "repair",
        "2  →  3  in  best = min(best, (cost, 1, RepairWay.MENDED, mended), key=lambda found: found[:2])",
    ): "the numbers of the ways differ: nothing behind them is compared",
    (
        "tournaments/seating/core/changes.py",
        "repair",
        "best[0] > floor  →  best[0] >= floor",
    ): "nothing is below the bound, and of equals the first stays",
    (
        "tournaments/seating/core/changes.py",
        "repair",
        "closed_cost > floor  →  closed_cost >= floor",
    ): "nothing is below the bound, and of equals the first stays",
    (
        "tournaments/seating/core/cli.py",
        "_players",
        '0  →  1  in  names += [""] * (max(0, count) - len(names))',
    ): "nobody and one player are refused alike",
    (
        "tournaments/seating/core/closing.py",
        "close_ranks",
        "len(rank) < len(sizes)  →  len(rank) <= len(sizes)",
    ): "a table without players is left out",
    (
        "tournaments/seating/core/closing.py",
        "free_number",
        "2  →  3  in  return next(number for number in range(1, len(taken) + 2) if number not in taken)",
    ): "a free number was found before",
    (
        "tournaments/seating/core/closing.py",
        "honour_fixed",
        "0  →  1  in  wanted = at if there == here else 0",
    ): "it is said again in either branch that follows",
    (
        "tournaments/seating/core/closing.py",
        "honour_fixed",
        "0  →  1  in  wanted = next((i for i, p in enumerate(rows[there]) if p not in fixed), 0)",
    ): "more fixed to a table than it has seats were refused before",
    (
        "tournaments/seating/core/colouring.py",
        "colour_edges",
        "-1  →  without minus",
    ): "every edge gets a colour",
    (
        "tournaments/seating/core/colouring.py",
        "colour_edges",
        "1  →  2  in  colour = [-1] * len(edges)",
    ): "every edge gets a colour",
    (
        "tournaments/seating/core/counting.py",
        "fill_up",
        "0  →  1  in  height, width = (counts[levels[0]] if levels else 0), 0",
    ): "nobody is counted where there is nobody; the first stands at the height at once",
    (
        "tournaments/seating/core/draft.py",
        "Draft.__init__",
        "-1  →  without minus",
    ): "everybody is seated before anybody asks",
    (
        "tournaments/seating/core/draft.py",
        "Draft.__init__",
        "1  →  2  in  self.met = [bytearray(players + 1) for _unused in range(players + 1)]",
    ): "one row or one byte more that nobody asks for",
    (
        "tournaments/seating/core/draft.py",
        "Draft.__init__",
        "1  →  2  in  self.where: list[list[int]] = [[-1] * players for _unused in price_lists]",
    ): "everybody is seated before anybody asks",
    (
        "tournaments/seating/core/draft.py",
        "Draft.rise",
        "q in table[i + 1:]  →  q not in table[i + 1:]",
    ): "each pair is taken out once, from its other end",
    (
        "tournaments/seating/core/draft.py",
        "prices",
        "256  →  257  in  less = [0 if not byte & COUNT else more[byte - 1] for byte in range(256)]",
    ): "a byte is no higher than 255",
    (
        "tournaments/seating/core/labels.py",
        "",
        "64  →  65  in  _CODES = 64",
    ): "one price more that nobody asks for",
    (
        "tournaments/seating/core/labels.py",
        "_improve",
        "1  →  2  in  cost = sum(pays(p, point[p], -1) for p in tied) // 2",
    ): "-2 is nobody's number, as -1 is",
    (
        "tournaments/seating/core/labels.py",
        "_improve",
        "delta < 12 * temperature  →  delta <= 12 * temperature",
    ): "a chance of exp(-12) that is drawn one time in 160,000",
    (
        "tournaments/seating/core/labels.py",
        "_improve",
        "rng.random() < math.exp(-delta / temperature)  →  rng.random() <= math.exp(-delta / temperature)",
    ): "two numbers of 53 bits that are the same to the last",
    (
        "tournaments/seating/core/planner.py",
        "_only_never",
        "1000  →  1001  in  never = [more if more >= 1000 else 0 for more in (price.more[reason << 4] for reason in range(16))]",
    ): "a strict wish weighs 1200, all others together less than 40",
    (
        "tournaments/seating/core/planner.py",
        "_only_never",
        "more >= 1000  →  more > 1000",
    ): "a strict wish weighs 1200, all others together less than 40",
    (
        "tournaments/seating/core/problem.py",
        "_classes",
        "1  →  2  in  rows = [bytearray(n + 1) for _unused in range(n + 1)]",
    ): "one row or one byte more that nobody asks for",
    (
        "tournaments/seating/core/problem.py",
        "_climb",
        "events > 0  →  events >= 0",
    ): "no event costs nothing",
    (
        "tournaments/seating/core/problem.py",
        "_history",
        "6  →  7  in  seats = [[0] * 6 for _unused in at]",
    ): "a seventh seat that nobody has",
    (
        "tournaments/seating/core/problem.py",
        "_price_list",
        "16  →  17  in  for reason in range(16)",
    ): "four bits are no higher than 15",
    (
        "tournaments/seating/core/report.py",
        "report_on",
        "0  →  1  in  width = FOUR if size is None else max((len(table) for tables in planned for table in tables), default=0)",
    ): "without planned tables none is counted, and no table of the past is for one",
    (
        "tournaments/seating/core/report.py",
        "_seat_imbalance",
        "6  →  7  in  counts = [[0] * 6 for _unused in ids]",
    ): "a seventh seat that nobody has",
    (
        "tournaments/seating/core/settling.py",
        "_price",
        "1  →  2  in  1",
    ): "each chair counts double, here and there",
    (
        "tournaments/seating/core/standing.py",
        "_separate",
        "rng.random() < 0.3  →  rng.random() <= 0.3",
    ): "a number of 53 bits that is the same to the last",
    (
        "tournaments/seating/core/standing.py",
        "swiss",
        "0  →  1  in  rank = [0] * draft.n",
    ): "everybody stands in the order and gets a rank",
    (
        "tournaments/seating/core/standing.py",
        "tandem_blocks",
        "0  →  1  in  tail = {0: 0, 1: 5, 2: 6, 3: 3}[count % 4]",
    ): "a tail of one pair has no case of its own: the blocks before it hold everybody",
    (
        "tournaments/seating/core/starts.py",
        "_emptied",
        "0  →  1  in  points = sum(map(len, design[0]))",
    ): "every series of a design has all its points, and each design has two or more",
    (
        "tournaments/seating/core/starts.py",
        "_emptied",
        "1  →  2  in  for _unused in range(_TRIES if points > players else 1):",
    ): "where no chair stays empty the first try is the evenest",
    (
        "tournaments/seating/core/starts.py",
        "_emptied",
        "points > players  →  points >= players",
    ): "where no chair stays empty the first try is the evenest",
    (
        "tournaments/seating/core/starts.py",
        "_emptied",
        "seats.get(x, 0) + 1  →  seats.get(x, 0) - 1",
    ): "counted below zero, and squared",
    (
        "tournaments/seating/core/starts.py",
        "_strangers",
        "-1  →  without minus",
    ): "the smallest design has sixteen points (the other minus is noticed)",
    (
        "tournaments/seating/core/starts.py",
        "_strangers",
        "rng.random() < 0.5  →  rng.random() <= 0.5",
    ): "a number of 53 bits that is the same to the last",
    (
        "tournaments/seating/core/starts.py",
        "_strangers",
        "1  →  2  in  firsts = [*range(points - 1, max(-1, points - 6), -1), *firsts]",
    ): "no design has so few points; and where the last point has no strangers nobody has (a test asks all designs). That the last is asked first is noticed",
    (
        "tournaments/seating/core/starts.py",
        "_strangers",
        "6  →  7  in  firsts = [*range(points - 1, max(-1, points - 6), -1), *firsts]",
    ): "where the last point has no strangers nobody has: the others never help (a test asks all designs)",
    (
        "tournaments/seating/core/wishes.py",
        "Wishes._after_rematch",
        "ranked.index(wish) > ranked.index(Wish.REMATCH)  →  ranked.index(wish) >= ranked.index(Wish.REMATCH)",
    ): "asked of mates only: none of them is the rematch itself",
}
