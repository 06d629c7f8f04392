"""Records: what can be typed, the exact way back, and that no text does more than be read or refused."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.law import Finish
from scoring.engine.layoffs import End
from scoring.engine.notation import Ambiguous, Misspelt, read_cards
from scoring.engine.player import play_game
from scoring.engine.record import Record, write_record, write_step, write_turn
from scoring.engine.record_reader import read_record, read_records
from scoring.engine.record_words import TextPart, UnreadableRecord, read_steps
from scoring.engine.refusals import Breach
from scoring.engine.replay import TurnVerdict, replay
from scoring.engine.turns import (
    Discard,
    Draw,
    LayDown,
    LayOff,
    Left,
    Outcome,
    PickUp,
    PutBack,
    Recount,
    Swap,
    Turn,
)
from tests.scoring.play.places import LAWS

GAMES = [
    play_game(LAWS[who], rules=who, seats=seats, seed=seed)
    for who, seats in (("basic", 3), ("club", 4), ("fed", 4))
    for seed in range(4)
]
TEXTS = [write_record(game) for game in GAMES]

TYPED = [
    ("zieht Herz 7; ab Pik 9", "zieht ♥7; ab ♠9"),
    ("Zieht 7h ; Discards 9s", "zieht ♥7; ab ♠9"),
    ("z ♥7; a ♠9;", "zieht ♥7; ab ♠9"),
    ("zieht ♥7 ;  ab ♠9 ", "zieht ♥7; ab ♠9"),
    ("nimmt auf ♥7; legt zurueck", "nimmt ♥7; zurück"),
    ("picks up ♥7; puts back", "nimmt ♥7; zurück"),
    ("zählt nach; ab ♥7", "zählt; ab ♥7"),
    ("zaehlt; wirft ab ♥7", "zählt; ab ♥7"),
    ("legt Herz 7, Herz 8, Joker | ♣B ♠B ♥B", "legt ♥7 ♥8 ★ | ♣B ♠B ♥B"),
    ("legt aus ♥7 ♥8 ♥9", "legt ♥7 ♥8 ♥9"),
    ("eröffnet mit ♥7 ♥8 ♥9", "legt ♥7 ♥8 ♥9"),
    ("legt an 3 ♥10; legt ab ♥2", "an 3 ♥10; ab ♥2"),
    ("an 3: ♥10 ★", "an 3 ♥10 ★"),
    ("an Nr. 3 vorne ★", "an 3 vorn ★"),
    ("lays off 12 back Kh", "an 12 hinten ♥K"),
    ("an 1 10♥", "an 1 ♥10"),
    ("tauscht 2 ♥8; tausche 2 ♥8", None),
    ("swaps 2 8h", "tauscht 2 ♥8"),
]


@pytest.mark.parametrize(("typed", "canonical"), TYPED)
def test_what_people_type(typed, canonical):
    part = TextPart(typed, 0, typed)
    if canonical is None:
        with pytest.raises(UnreadableRecord):
            read_steps(part)
        return
    assert "; ".join(write_step(step) for step in read_steps(part)) == canonical


HEAD = "Rommé 1\nRegeln: club\nPlätze: 4\nGeber: 1\nBlatt 2: ♥7\nBlatt 3: ♥8\nBlatt 4: ♥9\nOffen: ♥10\n"
REFUSED = [
    # what follows the head, line, column, word, meant
    ("1. 2: zieht Herz 1", 9, 13, "Herz 1", ("♥10", "♥A")),
    ("1. 2: zieht ♥7; ab K7", 9, 20, "K7", ("♣7", "♦7")),
    ("1. 2: ziet ♥7", 9, 7, "ziet", ("zieht",)),
    ("1. 2: hüpft ♥7", 9, 7, "hüpft", ()),
    ("1. 2: ♥7", 9, 7, "♥7", ()),
    ("1. 2:", 9, 6, "", ()),
    ("1. 2: zieht", 9, 12, "", ()),
    ("1. 2: zieht ♥7 ♥8", 9, 13, "♥7 ♥8", ()),
    ("1. 2: zurück ♥8", 9, 14, "♥8", ()),
    ("1. 2: an ♥8", 9, 10, "♥8", ()),
    ("1. 2: an 1", 9, 11, "", ()),
    ("1. 2: an 100 ♥7", 9, 10, "100 ♥7", ()),
    ("1. 2: legt", 9, 11, "", ()),
    ("2. 2: zieht ♥7", 9, 1, "2", ("1",)),
    ("zieht ♥7", 9, 1, "zieht ♥7", ()),
    ("Bltat 1: ♥7", 9, 1, "Bltat 1", ("Blatt",)),
    ("Blatt 2: ♥7", 9, 1, "Blatt 2", ()),
    ("Blatt 9: ♥7", 9, 1, "Blatt 9", ()),
    ("Blatt: ♥7", 9, 1, "Blatt", ()),
    ("Blatt 7: ♥7", 9, 1, "Blatt 7", ()),
    ("   Blatt 9: ♥7", 9, 4, "Blatt 9", ()),
    ("Plätzz: ♥7", 9, 1, "Plätzz", ("Plätze",)),
    ("1. 2: legt, an 1 ♥7", 9, 13, "an", ()),
    ("Geber: 2", 9, 1, "Geber", ()),
    ("Stapel: ♥7 Hertz 8", 9, 12, "Hertz 8", ("♥8",)),
    ("1. 2: zurück\nStapel: ♥7", 10, 1, "Stapel", ()),
    ("1. 2: zurück\nOrt: Testheim", 10, 1, "Ort", ()),
    ("1. 2: zurück\nBlatt 1: ♥7", 10, 1, "Blatt 1", ()),
    ("Startwert:", 9, 1, "Startwert", ()),
    ("Ergebnis: R 2; ; 3: viele", 9, 18, "3: viele", ()),
    ("Ergebnis: X 2", 9, 11, "X 2", ()),
    ("Ergebnis: R", 9, 11, "R", ()),
    ("Ergebnis: – 2", 9, 11, "– 2", ()),
    ("Ergebnis: R 2; 3: viele", 9, 16, "3: viele", ()),
    ("Ergebnis: R 2; 3: 10; 3: 20", 9, 23, "3: 20", ()),
    ("Ergebnis: R 2\n1. 2: zurück", 10, 1, "1. 2: zurück", ()),
]


@pytest.mark.parametrize(("more", "line", "column", "word", "meant"), REFUSED)
def test_what_cannot_be_read_is_refused_with_its_place(more, line, column, word, meant):
    with pytest.raises(Misspelt) as refused:
        read_record(HEAD + more)
    found = refused.value
    assert (found.line, found.column, found.word, found.meant) == (line, column, word, meant)
    assert f"{line}:{column}" in str(found)


@pytest.mark.parametrize("missing", ["Regeln", "Plätze", "Geber", "Offen", "Blatt"])
def test_a_missing_line_is_named(missing):
    head = "\n".join(line for line in HEAD.splitlines() if not line.startswith(missing))
    with pytest.raises(UnreadableRecord) as refused:
        read_record(head)
    assert refused.value.meant == (missing,)


def test_a_misspelt_card_keeps_its_kind():
    with pytest.raises(Ambiguous, match="Stelle 9:20: „K7“ ist nicht eindeutig"):
        read_record(HEAD + "1. 2: zieht ♥7; ab K7")


def test_heads_comments_and_blank_lines():
    text = (
        "\ufeff# mitgeschrieben\r\n"
        + HEAD.replace("\n", "\r\n")
        + "Turnier: Probe\r\nPlatz 2: Igel\r\n\r\n# los\r\n"
    )
    record = read_record(text + "2: zurück\r\n")
    assert record.tags == (("Turnier", "Probe"), ("Platz 2", "Igel"))
    assert record.turns == (Turn(seat=2, steps=(PutBack(),)),)
    assert record.turns[0].line == 14
    assert read_record(write_record(record)) == record


def test_several_games_in_one_text():
    assert read_records("\n".join(TEXTS)) == tuple(GAMES)
    with pytest.raises(UnreadableRecord, match="Genau ein Spiel"):
        read_record("\n".join(TEXTS))
    assert read_records("# nichts\n") == ()


# --- the way back -------------------------------------------------------------------------------------

cards = st.integers(0, 52)
heaps = st.lists(cards, min_size=1, max_size=14).map(tuple)
numbers = st.integers(1, 99)
steps = st.one_of(
    st.builds(Draw, card=cards),
    st.builds(PickUp, card=cards),
    st.builds(Discard, card=cards),
    st.builds(LayDown, melds=st.lists(heaps, min_size=1, max_size=4).map(tuple)),
    st.builds(LayOff, meld=numbers, cards=heaps, end=st.sampled_from([None, *End])),
    st.builds(Swap, meld=numbers, card=cards),
    st.just(PutBack()),
    st.just(Recount()),
)
turns = st.builds(Turn, seat=st.integers(1, 6), steps=st.lists(steps, min_size=1, max_size=5).map(tuple))
lefts = st.builds(Left, augen=st.integers(0, 880), opened=st.booleans())
won = st.builds(
    Outcome,
    finish=st.sampled_from([finish for finish in Finish if finish.has_winner]),
    winner=st.integers(1, 6),
    hands=st.dictionaries(st.integers(1, 6), lefts),
)
nobody = st.builds(
    Outcome,
    finish=st.just(Finish.EXHAUSTED),
    winner=st.none(),
    hands=st.dictionaries(st.integers(1, 6), lefts),
)
words = st.text("abcÄß 0-9;|.", min_size=1, max_size=12).map(str.strip).filter(bool)
records = st.builds(
    Record,
    rules=words,
    fingerprint=st.one_of(st.just(""), words),
    seed=st.one_of(st.just(""), words),
    seats=st.integers(1, 6),
    dealer=st.integers(1, 6),
    hands=st.dictionaries(st.integers(1, 6), st.lists(cards).map(tuple), min_size=1).map(
        lambda hands: tuple(hands.items())
    ),
    open_card=cards,
    stock=st.one_of(st.none(), st.lists(cards).map(tuple)),
    turns=st.lists(turns, max_size=6).map(tuple),
    outcome=st.one_of(st.none(), won, nobody),
    tags=st.lists(st.tuples(st.sampled_from(["Turnier", "Ort", "Spiel am Tisch"]), words)).map(tuple),
)


@given(records)
def test_the_way_back_is_exact(record):
    text = write_record(record)
    assert read_record(text) == record
    assert write_record(read_record(text)) == text


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.rules} {game.seed}")
def test_replay_of_the_record_is_the_game(game):
    judged = replay(read_record(write_record(game)), LAWS[game.rules])
    assert judged.refused is None
    assert judged.outcome == game.outcome
    assert str(judged.sentence) == f"Alle {len(game.turns)} Züge sind zulässig."
    assert {turn.verdict for turn in judged.turns} == {TurnVerdict.LEGAL}
    bare = replay(replace(game, stock=None, outcome=None), LAWS[game.rules])
    assert bare.refused is None, "what was drawn says enough of the stock"
    assert bare.outcome == game.outcome


# --- mutations ----------------------------------------------------------------------------------------


def read_or_refused(text: str) -> tuple[Record, ...] | Misspelt:
    try:
        return read_records(text)
    except Misspelt as refused:
        return refused


def judged_or_refused(text: str, law) -> None:
    """Whatever the text: it is judged, or refused with a place; nothing else happens."""
    found = read_or_refused(text)
    if isinstance(found, Misspelt):
        assert found.line >= 1
        assert found.column >= 1
        assert text[found.at :].startswith(found.word)
        assert str(found)
        return
    for record in found:
        judged = replay(record, law)
        assert str(judged.sentence)
        assert len(judged.turns) == len(record.turns)
        if judged.refused is not None:
            assert judged.refused.turn <= len(record.turns) + 1


PIECES = [
    "♥7",
    "★",
    "♣K",
    " ",
    "; ",
    " | ",
    "\n",
    ":",
    "1",
    "9",
    "0",
    "zieht ",
    "ab ",
    "an 1 ",
    "legt ",
    "nimmt ",
]
pieces = st.sampled_from(
    [*PIECES, "tauscht 2 ", "zurück", "zählt", "2: ", "Blatt 2: ", "Rommé 1\n", "\x00", "٣", "½"]
)


@pytest.mark.slow
@given(st.sampled_from(range(len(TEXTS))), st.data())
def test_every_mutation_of_a_text_is_judged_or_refused(which, data):
    text = TEXTS[which]
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        end = start + data.draw(st.integers(0, 12))
        text = text[:start] + data.draw(st.one_of(pieces, st.just(""), st.text(max_size=3))) + text[end:]
    judged_or_refused(text, LAWS[GAMES[which].rules])


@given(st.sampled_from(GAMES), st.data())
def test_every_mutation_of_a_game_is_judged_or_refused(game, data):
    """Steps and turns changed, dropped, doubled, swapped: what is still legal keeps all its cards."""
    turns_now = list(game.turns)
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(turns_now) - 1))
        now = list(turns_now[at].steps)
        place = data.draw(st.integers(0, len(now) - 1))
        match data.draw(st.sampled_from(["drop", "other", "double", "swap", "turn", "seat"])):
            case "drop" if len(now) > 1:
                del now[place]
            case "other":
                now[place] = data.draw(steps)
            case "double":
                now.insert(place, now[place])
            case "swap":
                now[0], now[place] = now[place], now[0]
            case "turn" if len(turns_now) > 1:
                del turns_now[at]
                continue
            case _:
                turns_now[at] = replace(turns_now[at], seat=data.draw(st.integers(1, 7)))
                continue
        turns_now[at] = replace(turns_now[at], steps=tuple(now))
    judged = replay(replace(game, turns=tuple(turns_now)), LAWS[game.rules])
    assert str(judged.sentence)
    assert judged.legal_turns <= len(turns_now)


@given(records, st.sampled_from(list(LAWS.values())))
def test_any_record_is_judged_or_refused(record, law):
    assert str(replay(record, law).sentence)


def test_the_first_breach_ends_the_judging_and_says_where():
    lines = TEXTS[4].splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("3. "))
    lines[at] = lines[at].rsplit(";", 1)[0] + "; ab ★"
    judged = replay(read_record("\n".join(lines)), LAWS["club"])
    assert judged.refused is not None
    assert (judged.legal_turns, judged.refused.turn, judged.refused.line) == (2, 3, at + 1)
    verdicts = [turn.verdict for turn in judged.turns]
    assert verdicts[:4] == [
        TurnVerdict.LEGAL,
        TurnVerdict.LEGAL,
        TurnVerdict.FORBIDDEN,
        TurnVerdict.NOT_JUDGED,
    ]
    assert str(judged.sentence).startswith("Nicht zulässig: ")


def test_a_wrong_result_is_refused_with_the_right_one():
    game = GAMES[5]
    assert game.outcome is not None
    wrong = replace(game.outcome, finish=Finish.SUPER)
    judged = replay(replace(game, outcome=wrong), LAWS["club"])
    assert judged.refused is not None
    assert judged.refused.breach is Breach.WRONG_RESULT
    assert "Richtig wäre" in str(judged.refused.sentence)
    short = replay(replace(game, turns=game.turns[:-1]), LAWS["club"])
    assert short.refused is not None
    assert short.refused.breach is Breach.NO_RESULT_YET


def test_a_card_that_is_elsewhere_cannot_be_drawn_from_an_unknown_stock():
    game = replace(GAMES[0], stock=None, outcome=None)
    held = game.hands[0][1][0]
    first = replace(game.turns[0], steps=(Draw(card=held), Discard(card=held)))
    judged = replay(replace(game, turns=(first,)), LAWS["basic"])
    assert judged.refused is not None
    assert judged.refused.breach is Breach.NOT_IN_STOCK


def test_a_pack_that_is_not_whole_is_refused_before_the_first_turn():
    game = GAMES[4]
    assert game.stock is not None
    judged = replay(replace(game, stock=game.stock[1:]), LAWS["club"])
    assert judged.refused is not None
    assert (judged.refused.turn, judged.refused.breach) == (0, Breach.WRONG_PACK)
    assert "fehlt" in str(judged.refused.sentence)


def test_one_turn_in_words():
    turn = Turn(seat=3, steps=(PickUp(card=8), LayDown(melds=(read_cards("♣7 ♣8 ♣9"),)), Discard(card=52)))
    assert write_turn(turn) == "3: nimmt ♣9; legt ♣7 ♣8 ♣9; ab ★"
