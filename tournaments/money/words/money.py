"""Money in words: what a ranking of prizes is called, what a line of the cash book was for. Pages and files ask here."""

from __future__ import annotations

from django.utils.translation import gettext as _

from scoring.wording.phrases import euros
from tournaments.models import CashEntry, Category
from tournaments.money.selectors.announcements import AwardLine
from tournaments.money.selectors.fees import Reckoning
from tournaments.money.selectors.prizes import Award, Key

Kind = CashEntry.Kind
TOGETHER = {Category.PAIRS, Category.MIXED_PAIRS, Category.TEAMS, Category.CLUBS}
SINGLES = frozenset(category.value for category in Category if category not in TOGETHER)


def ranking_title(ranking: Key) -> str:
    """As „Einzel, gesamt“ or „Damen, Serie 2“."""
    category, series = ranking
    name = dict(Category.choices).get(category, category)
    if series is None:
        return _("{ranking}, gesamt").format(ranking=name)
    return _("{ranking}, Serie {series}").format(ranking=name, series=series)


def rank_in_words(rank: int, *, shared: bool) -> str:
    return _("{rank}. geteilt").format(rank=rank) if shared else f"{rank}."


def rank_of_award(award: Award | AwardLine) -> str:
    """The rank of a prize, and whether it is shared."""
    one = award.award if isinstance(award, AwardLine) else award
    return rank_in_words(one.rank, shared=one.shared)


def reckoned_fees(sums: Reckoning) -> str:
    """Why the pot holds less, or more, than everybody's fee together."""
    parts = [_("{amount} bezahlt").format(amount=euros(sums.received))]
    if sums.waived:
        parts.append(_("{amount} erlassen").format(amount=euros(sums.waived)))
    if sums.open:
        parts.append(_("{amount} offen").format(amount=euros(sums.open)))
    said = [_("Zu zahlen {amount}: {parts}.").format(amount=euros(sums.due), parts=", ".join(parts))]
    if sums.too_much:
        said.append(_("Mehr bezahlt als nötig: {amount}.").format(amount=euros(sums.too_much)))
    if sums.given_back:
        said.append(_("Davon zurückgezahlt: {amount}.").format(amount=euros(sums.given_back)))
    return " ".join(said)


def name_on(entry: CashEntry) -> str | None:
    """Whose money it is: who paid, or whose prize was handed out."""
    if entry.registration is not None:
        return entry.registration.name
    return entry.award.name if entry.award is not None else None


def purpose_of(entry: CashEntry) -> str:
    """What a line was for, without the name: a prize with its rank and ranking, a fee with its series, what was written."""
    parts = []
    if entry.award is not None:
        award = entry.award
        words = _("{rank}. Preis (geteilt), {ranking}") if award.shared else _("{rank}. Preis, {ranking}")
        ranking = ranking_title((award.category, award.series_number))
        parts.append(words.format(rank=award.rank, ranking=ranking))
    if entry.series_number is not None:
        parts.append(_("Serie {number}").format(number=entry.series_number))
    if entry.kind == Kind.WAIVED:
        parts.append(_("erlassen: {amount}").format(amount=euros(entry.settles)))
    if entry.text:
        parts.append(entry.text)
    if entry.to_pot:
        parts.append(_("für den Topf"))
    return " · ".join(parts)


def what_for(entry: CashEntry) -> str:
    """What stands in the column „wofür“ of the cash book."""
    parts = [str(entry.get_kind_display())]
    if entry.undoes is not None:
        parts[0] = _("Gegenbuchung zu Beleg {number}: {what}").format(
            number=entry.undoes.number, what=parts[0]
        )
    if entry.registration is not None:
        parts.append(f"{entry.registration.player.listed_name} ({entry.registration.start_number})")
    if entry.award is not None:
        award = entry.award
        ranking = ranking_title((award.category, award.series_number))
        parts.append(f"{award.name}, {ranking}, {rank_in_words(award.rank, shared=award.shared)}")
    if entry.series_number is not None:
        parts.append(_("Serie {number}").format(number=entry.series_number))
    if entry.kind == Kind.WAIVED:
        parts.append(_("erlassen: {amount}").format(amount=euros(entry.settles)))
    if entry.text:
        parts.append(entry.text)
    if entry.to_pot:
        parts.append(_("für den Topf"))
    if entry.voucher:
        parts.append(_("Beleg „{voucher}“").format(voucher=entry.voucher))
    return " · ".join(parts)
