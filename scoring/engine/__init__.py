"""The engine: judges hands, lay-outs, turns and whole games. Plain Python, one small door."""
