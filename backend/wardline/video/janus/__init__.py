"""Janus, a server that forwards the audio and video of calls, for networks in which browsers cannot reach each other."""
