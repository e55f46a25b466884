"""Fuzzing of the operations on consults and their patients."""

from .fuzzing import fuzzed, names

(
    test_any_request_is_handled,
    test_any_ids_are_handled,
    test_any_request_is_handled_soak,
) = fuzzed(names(of_consults=True))
