"""Janus, a server that forwards the audio and video of calls where browsers cannot reach each other."""
