"""Addresses: games struck and corrected, penalties, protests, calls, judged hands."""

from django.urls import URLPattern, path

from tournaments.pages.addresses import LIST, TOURNAMENT
from tournaments.rulings.views import calls, games, hands, news, penalties, protests, rounds, start

CALLS = f"{TOURNAMENT}rufe/"
RULINGS = f"{TOURNAMENT}entscheide/"

urlpatterns: list[URLPattern] = [
    path(f"{LIST}stand/", news.sheet_state, name="sheet_state"),
    path(f"{LIST}zeit-um/", rounds.time_is_over, name="time_is_over"),
    path(f"{LIST}spiel/<int:number>/bestaetigen/", rounds.confirm_game, name="confirm_game"),
    path(f"{TOURNAMENT}schiedsrichter/", start.referee, name="referee"),
    path(CALLS, calls.calls, name="calls"),
    path(f"{CALLS}anzahl/", calls.waiting_badge, name="waiting_badge"),
    path(f"{CALLS}<int:call>/ich-gehe/", calls.call_go, name="call_go"),
    path(f"{CALLS}<int:call>/doch-nicht/", calls.call_stay, name="call_stay"),
    path(f"{CALLS}<int:call>/erledigt/", calls.call_done, name="call_done"),
    path(f"{TOURNAMENT}einsprueche/", protests.protests, name="protests"),
    path(f"{LIST}ruf/", calls.call, name="call"),
    path(f"{LIST}einspruch/", protests.protest, name="protest"),
    path(f"{LIST}einspruch/<int:protest>/", protests.protest_shown, name="protest_shown"),
    path(RULINGS, penalties.rulings, name="rulings"),
    path(f"{RULINGS}strafe/<int:penalty>/aufheben/", penalties.lift_penalty, name="lift_penalty"),
    path(f"{RULINGS}<int:ruling>/zuruecknehmen/", penalties.withdraw_remark, name="withdraw_remark"),
    path(f"{LIST}spiel/<int:number>/streichen/", games.strike, name="strike"),
    path(f"{LIST}spiel/<int:number>/berichtigen/", games.correct, name="correct"),
    path(f"{LIST}zeile/<int:row>/gilt-wieder/", games.restore, name="restore"),
    path(f"{LIST}spiel/<int:number>/blatt/", hands.hand_of_game, name="hand_of_game"),
    path(f"{LIST}spiel/<int:number>/augen/", hands.count_hands, name="count_hands"),
    path(f"{LIST}falsch-gegeben/", rounds.misdeal, name="misdeal"),
    path(f"{LIST}platzwechsel/", rounds.change_seats, name="change_seats"),
    path(f"{LIST}ende/", rounds.end_list, name="end_list"),
    path(f"{LIST}strafe/", penalties.penalty, name="penalty"),
]
