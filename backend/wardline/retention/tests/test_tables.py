"""Somebody has decided for each table whether retention removes its rows."""

from wardline.migrations.tables import metadata
from wardline.retention.tables import KEPT, OF_OTHER_KINDS, UNDER_A_CONSULT, WITH_THE_LAST_CONSULT


def test_every_table_is_decided_once() -> None:
    decided = [*UNDER_A_CONSULT, *WITH_THE_LAST_CONSULT, *OF_OTHER_KINDS, *KEPT]
    assert sorted(decided) == sorted(metadata.tables)


def test_rows_are_removed_before_those_that_they_refer_to() -> None:
    order = [*UNDER_A_CONSULT, *WITH_THE_LAST_CONSULT]
    for position, name in enumerate(order):
        for key in metadata.tables[name].foreign_keys:
            target = key.column.table.name
            assert target == name or target not in order[:position]


def test_whatever_refers_to_a_consult_goes_with_it() -> None:
    removed = {*UNDER_A_CONSULT, *WITH_THE_LAST_CONSULT}
    for table in metadata.sorted_tables:
        targets = {key.column.table.name for key in table.foreign_keys}
        assert table.name in removed or not targets & removed
