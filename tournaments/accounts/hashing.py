"""How passwords are hashed: Argon2id within bounds that a laptop can hold when several people sign in at once."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class LeanArgon2(Argon2PasswordHasher):
    """64 MB for one hash and one thread (Django's own takes 100 MB and eight threads); the door lets in two at once.

    Hashes that Django's own numbers made are read as before and made anew at the next log-in.
    """

    time_cost = 3
    memory_cost = 65_536
    parallelism = 1
