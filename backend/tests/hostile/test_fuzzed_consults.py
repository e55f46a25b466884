"""The calls about consults and their patients, asked at random."""

from .fuzzing import fuzzed, names

(
    test_any_request_is_answered_or_refused,
    test_any_ids_are_answered_or_refused,
    test_any_request_is_answered_or_refused_in_the_long_run,
) = fuzzed(names(of_consults=True))
