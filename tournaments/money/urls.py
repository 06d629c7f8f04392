"""Addresses: fees, the cash book, prizes."""

from django.urls import URLPattern, path

from tournaments.money.views import cash_book, fees, fees_at_once, prizes
from tournaments.pages.addresses import TOURNAMENT

CASH = f"{TOURNAMENT}kasse/"

urlpatterns: list[URLPattern] = [
    path(CASH, fees.cash, name="cash"),
    path(f"{CASH}alle/", fees_at_once.cash_all, name="cash_all"),
    path(f"{CASH}<int:number>/", fees.cash_person, name="cash_person"),
    path(f"{CASH}startgeld/", cash_book.fees, name="cash_fees"),
    path(f"{CASH}buch/", cash_book.book, name="cash_book"),
    path(f"{CASH}buch/kassenbuch.csv", cash_book.book_csv, name="cash_csv"),
    path(f"{CASH}buch/<int:number>/", cash_book.turn_round, name="cash_undo"),
    path(f"{CASH}zaehlen/", cash_book.count, name="cash_count"),
    path(f"{CASH}preise/", prizes.prize_page, name="prizes"),
    path(f"{CASH}preise/tabelle/", prizes.prize_table, name="prize_table"),
    path(f"{CASH}preise/feststellen/", prizes.announce, name="prizes_announce"),
    path(f"{CASH}preise/quittungen.pdf", prizes.receipts_pdf, name="receipts_pdf"),
]
