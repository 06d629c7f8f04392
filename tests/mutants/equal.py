"""Mutants that change nothing anybody could see: module, function, what → why. A test compares them with the code."""

EQUAL: dict[tuple[str, str, str], str] = {
    (
        "scoring/points.py",
        "loose_hand",
        "rule is None or table is None  →  rule is None and table is None",
    ): "a rule set has both sections or none",
    ("scoring/offences.py", "remedy_of", "surplus > 0  →  surplus >= 0"): "a surplus of 0 was refused before",
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
        "1  →  2  in  for cards in range(1, hand + 1):",
    ): "one card is no meld",
    (
        "scoring/verification.py",
        "fewest_cards_to_open",
        "1  →  2  in  best[cards - size] + meld_most(law, size) for size in range(3, cards + 1) if cards - size in best",
    ): "a meld of more cards than there are leaves less than none",
    (
        "scoring/verification.py",
        "meld_most",
        "1  →  2  in  runs = [sum(line[start : start + size]) for start in range(len(line) - size + 1)]",
    ): "a run that is cut off counts less",
    (
        "tournaments/event/core/course.py",
        "Course.place",
        "before < size * (change - round_number)  →  before <= size * (change - round_number)",
    ): "the first game of the Runde of a change is the same, counted from before or from behind it",
    (
        "tournaments/lists/core/life.py",
        "Who",
        "3  →  4  in  DIRECTOR = 3",
    ): "only the order of those who may do something counts",
}
