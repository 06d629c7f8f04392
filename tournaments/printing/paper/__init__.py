"""Cards, badges, slips, certificates and boards, drawn from facts."""
