// It is never run.
