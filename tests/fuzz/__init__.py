"""Random input for everything that reads what people write: ``python -m tests.fuzz``, or ``make fuzz``."""
