"""What a row can and cannot be, checked against a second way to find it."""

from dataclasses import replace
from functools import cache
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import verification
from scoring.engine.law import AceInRun, Finish
from scoring.points import HandLeft, Result, finish_value, possible_finishes, score
from scoring.rules import RuleSet, built_in
from scoring.verification import (
    Limits,
    Range,
    card_values,
    fewest_cards_to_open,
    findings,
    limits,
    meld_most,
)

BASIC, CLUB, FEDERATION = built_in("basic"), built_in("club_2018"), built_in("federation")


def points_of_game(rules: RuleSet, *, players: int, finish: Finish | None = None) -> Range:
    """The least and the most that all players of one game can get together, for one finish or any with a winner."""
    table = rules.points
    assert table is not None, "only a points table has such limits"
    values = [row.points for row in (*table.opened, *table.unopened)]
    wins = [finish] if finish else [way for way in possible_finishes(rules) if way.has_winner]
    prizes = [value for way in wins if (value := finish_value(table, way)) is not None]
    losers = players - 1 if prizes else players
    return Range(
        least=min(prizes, default=0) + losers * min(values),
        most=max(prizes, default=0) + losers * max(values),
    )


def result(winner, finish=Finish.PLAIN, /, **hands):
    left = {
        int(seat[1:]): HandLeft(augen=int(hand.strip("x")), opened=not hand.endswith("x"))
        for seat, hand in hands.items()
    }
    return Result(finish=finish, winner=winner, hands=left)


def codes(rules, row):
    return [(finding.code, finding.seat) for finding in findings(rules, row)]


def test_no_more_limits_are_remembered_than_there_is_room_for(monkeypatch):
    monkeypatch.setattr(verification, "LIMITS_KEPT", 2)
    monkeypatch.setattr(verification, "_KNOWN", {})
    for players in (2, 3, 4, 2):
        assert limits(BASIC.law, players=players) == verification.reckoned_limits(BASIC.law, players)
        assert len(verification._KNOWN) <= 2


@pytest.mark.parametrize("rules", [CLUB, FEDERATION], ids=lambda rules: rules.key)
def test_the_limits_of_the_rule_sheet(rules):
    known = limits(rules.law)
    assert known.unopened == Range(least=31, most=197)
    assert known.opened == Range(least=2, most=153)
    assert known.any_hands(2).most == 328
    assert known.together(unopened=2, opened=0).least == 82
    assert known.any_hands(3).most == 458
    assert known.together(unopened=3, opened=0).least == 154


def test_the_points_of_a_whole_game():
    assert points_of_game(CLUB, players=3) == Range(least=3, most=14)
    assert points_of_game(CLUB, players=3, finish=Finish.EXHAUSTED) == Range(least=-3, most=9)
    assert points_of_game(FEDERATION, players=3).most == 16


@pytest.mark.parametrize(("players", "most"), [(2, 100), (3, 70), (6, 60)])
def test_the_limits_of_the_basic_rules_follow_the_hand_that_is_dealt(players, most):
    assert limits(BASIC.law, players=players).opened == Range(least=1, most=most)


@cache
def reachable(rules_key, most_cards):
    """Every sum that so many cards of the pack can have, found card by card: a second way to the limits."""
    sums = {0: {0}}
    for value in card_values(built_in(rules_key).law):
        for count in range(min(max(sums), most_cards - 1), -1, -1):
            sums.setdefault(count + 1, set()).update(total + value for total in sums[count])
    return sums


def test_every_value_between_the_limits_can_be_held_and_none_outside():
    sums = reachable("club_2018", 39)
    assert sums[13] == set(range(31, 198))
    assert set().union(*(sums[count] for count in range(1, 10))) == set(range(2, 154))
    assert (min(sums[26]), max(sums[26]), min(sums[39]), max(sums[39])) == (82, 328, 154, 458)


@given(unopened=st.integers(0, 3), opened=st.integers(0, 3), key=st.sampled_from(["club_2018", "federation"]))
def test_several_hands_together_are_what_the_cards_allow(unopened, opened, key):
    if not 1 <= unopened + opened <= 3:
        return
    sums = reachable(key, 39)
    counts = range(13 * unopened + opened, 13 * unopened + 9 * opened + 1)
    possible = limits(built_in(key).law).together(unopened=unopened, opened=opened)
    assert possible.least == min(min(sums[count]) for count in counts)
    assert possible.most == max(max(sums[count]) for count in counts)


def opening_by_trying(law, most_cards):
    """The fewest cards that reach the opening value, from all melds written out one by one."""
    values = {rank: min(rank, 10) for rank in range(2, 14)} | {1: law.ace_low_melded, 14: law.ace_high_melded}
    lowest, highest = 1, 13 if law.ace_in_run is AceInRun.LOW else 14
    melds = {(size, size * max(values.values())) for size in (3, law.group_max)}
    for first, last in combinations(range(lowest, highest + 1), 2):
        if last - first >= 2:
            melds.add((last - first + 1, sum(values[rank] for rank in range(first, last + 1))))
    for cards in range(3, most_cards + 1):
        for count in (1, 2, 3, 4):
            for chosen in combined(sorted(melds), count, cards):
                if sum(augen for _size, augen in chosen) >= law.opening_augen:
                    return cards
    return most_cards


def combined(melds, count, cards):
    if count == 0:
        if cards == 0:
            yield ()
        return
    for size, augen in melds:
        if size <= cards:
            for rest in combined([m for m in melds if m <= (size, augen)], count - 1, cards - size):
                yield ((size, augen), *rest)


@pytest.mark.parametrize("opening", [20, 30, 33, 34, 40, 41, 44, 45, 50, 51, 52, 60, 66, 67])
@pytest.mark.parametrize("ace_in_run", AceInRun)
def test_the_fewest_cards_that_open_are_those_found_by_trying(opening, ace_in_run):
    law = replace(CLUB.law, opening_augen=opening, ace_in_run=ace_in_run)
    assert fewest_cards_to_open(law, 13) == opening_by_trying(law, 13)


def test_a_lower_opening_leaves_more_cards():
    law = replace(CLUB.law, opening_augen=30)
    assert limits(law).opened == Range(least=2, most=164)


def test_an_ordinary_row_raises_no_doubt():
    assert findings(CLUB, result(2, p3="24", p4="88x")) == ()
    assert findings(BASIC, result(2, p1="24", p3="7x")) == ()


@pytest.mark.parametrize(
    ("row", "doubts"),
    [
        (result(2, p3="0", p4="24"), [("too_few_augen", 3)]),
        (result(2, p3="1", p4="24"), [("too_few_augen", 3)]),
        (result(2, p3="2", p4="24"), []),
        (result(2, p3="154", p4="24"), [("too_many_augen_opened", 3)]),
        (result(2, p3="153", p4="24"), []),
        (result(2, p3="30x", p4="24"), [("too_few_augen_unopened", 3)]),
        (result(2, p3="31x", p4="24"), []),
        (result(2, p3="198x", p4="24"), [("too_many_augen", 3)]),
        (result(2, p3="197x", p4="131x"), []),
        (result(2, p3="197x", p4="132x"), [("hands_together", None)]),
        (result(2, p3="31x", p4="51x"), []),
        (result(2, p3="31x", p4="50x"), [("hands_together", None)]),
        (result(None, Finish.EXHAUSTED, p1="150x", p2="150x", p3="159x"), [("hands_together", None)]),
        (result(2, Finish.HAND_WITH_LAYOFF, p3="60x", p4="70x"), [("nothing_to_lay_off_on", 2)]),
        (result(2, Finish.HAND_WITH_LAYOFF, p3="60", p4="70x"), []),
        (result(2, Finish.HAND, p3="60x", p4="70x"), []),
    ],
)
def test_doubts_about_a_row(row, doubts):
    assert codes(CLUB, row) == doubts


def test_by_the_basic_rules_a_loser_holds_at_least_an_ace_and_at_most_his_hand():
    assert codes(BASIC, result(1, p2="0", p3="1")) == [("too_few_augen", 2)]
    assert codes(BASIC, result(1, p2="71", p3="1")) == [("too_many_augen", 2)]
    assert codes(BASIC, result(1, p2="100")) == []
    assert codes(BASIC, result(1, p2="70", p3="70", p4="64")) == []
    assert codes(BASIC, result(1, p2="70", p3="70", p4="65")) == [("hands_together", None)]


def test_every_doubt_is_a_sentence_with_its_numbers():
    for row in (
        result(2, p3="1", p4="30x"),
        result(2, p3="154", p4="198x"),
        result(2, p3="31x", p4="50x"),
        result(2, Finish.HAND_WITH_LAYOFF, p3="60x", p4="70x"),
    ):
        for finding in findings(CLUB, row):
            said = str(finding.sentence)
            assert said.endswith((".", "?"))
            assert "{" not in said


@given(st.data())
def test_honest_hands_from_one_pack_never_raise_a_doubt(data):
    """Deal a pack, let some open with four of a kind: whatever is left over is possible."""
    pack = data.draw(st.permutations(card_values(CLUB.law)))
    hands = {}
    for seat in (2, 3):
        cards, pack = pack[:13], pack[13:]
        opened = data.draw(st.booleans())
        left = cards[: data.draw(st.integers(1, 9))] if opened else cards
        hands[seat] = HandLeft(augen=sum(left), opened=opened)
    assert findings(CLUB, Result(finish=Finish.PLAIN, winner=1, hands=hands)) == ()


@given(st.data())
def test_no_game_is_worth_more_or_less_than_its_limits(data):
    rules = data.draw(st.sampled_from([CLUB, FEDERATION]))
    finish = data.draw(st.sampled_from(possible_finishes(rules)))
    seats = (2, 3) if finish.has_winner else (1, 2, 3)
    hands = {
        seat: HandLeft(augen=data.draw(st.integers(2, 197)), opened=data.draw(st.booleans()))
        for seat in seats
    }
    row = Result(finish=finish, winner=1 if finish.has_winner else None, hands=hands)
    total = sum(worth.points for worth in score(rules, row).values())
    assert total in points_of_game(rules, players=3, finish=finish)


def test_limits_where_cards_are_scarce():
    """A hand that needs all its cards to open leaves one; hands larger than the pack are the pack."""
    ten = tuple(range(1, 11))
    assert Limits(hand_cards=4, opening_cards=4, cards=ten).opened == Range(least=1, most=10)
    assert Limits(hand_cards=13, opening_cards=4, cards=(1, 2, 3)).unopened == Range(least=6, most=6)
    known = limits(CLUB.law)
    assert [known.any_hands(count).least for count in (1, 2, 3)] == [2, 4, 6]


def test_a_number_of_players_that_no_rule_deals_for_gets_the_largest_hand():
    assert limits(CLUB.law, players=9) == limits(CLUB.law) == limits(CLUB.law, players=3)


def test_how_many_cards_open_where_few_are_dealt():
    assert [fewest_cards_to_open(CLUB.law, hand) for hand in (3, 4, 5)] == [3, 4, 4]


def test_the_most_that_one_meld_counts():
    dear = replace(CLUB.law, ace_in_run=AceInRun.LOW, ace_low_melded=50)
    assert meld_most(dear, 3) == 55  # ace, two and three, where an ace is that dear
    assert [meld_most(CLUB.law, size) for size in (3, 4, 5, 20)] == [33, 44, 51, 0]
