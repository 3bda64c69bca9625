"""Tools of PettingZoo."""
