"""Everything that parses foreign bytes, fed with bytes that nobody would send, towards lines that nobody has reached yet."""
