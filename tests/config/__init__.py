"""Tests of how the house is put together and run."""
