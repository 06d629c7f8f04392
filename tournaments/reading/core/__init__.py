"""The machine that reads, without Django: pictures in, probabilities out."""
