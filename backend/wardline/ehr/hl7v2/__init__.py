"""Sends signed notes to a hospital's HL7 v2.5 interface."""
