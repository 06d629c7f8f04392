"""By what the demo's evenings are known: as long as there is nothing else, its printed passwords are good enough."""

EVENINGS = (
    "kreuzbuben-pokal",
    "romme-abend-am-donnerstag",
    "vereinsabend-stilleberg",
)  # the addresses of fixtures/demo.toml; a test compares
