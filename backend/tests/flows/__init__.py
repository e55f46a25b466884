"""Tests of several processes and of what is between them; a package so that its servers end with its last test."""
