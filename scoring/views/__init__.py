"""Pages of the rules and of the engine: rule sets, a hand judged, a recorded game turn by turn."""
