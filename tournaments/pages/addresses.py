"""The beginnings of addresses that several rooms share."""

TOURNAMENT = "turnier/<slug:slug>/"
DESK = f"{TOURNAMENT}leitung/"
LIST = f"{TOURNAMENT}liste/<int:series>/<int:table>/"
