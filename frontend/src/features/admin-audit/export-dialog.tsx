import { Button, Modal, Stack } from '@mantine/core';
import { useState } from 'react';

import { choices } from '@/api/contract/choices/audit.gen';
import type { AuditFormat, AuditSearch } from '@/api/generated/types.gen';
import { FieldGroup } from '@/shared/forms/field-group';
import { RadioChoices } from '@/shared/forms/radio-choices';
import { saveFile } from '@/shared/lib/save-file';
import { Banner } from '@/shared/ui/banner';
import { DialogFooter } from '@/shared/ui/dialog-footer';
import { toastSuccess } from '@/shared/ui/toasts';

import classes from './admin-audit.module.css';
import { useExportAudit } from './queries';

interface ExportDialogProps {
  opened: boolean;
  search: AuditSearch;
  onClose: () => void;
}

const CONTENTS: Record<AuditFormat, string> = {
  csv: 'One row for each entry, with times in UTC, for a spreadsheet. What a spreadsheet would calculate is marked as text.',
  ndjson: 'One line of JSON for each entry, with everything that is stored, for programs and for proof.',
};
const FORMATS = choices.AuditFormat.toSorted((one) => (one.value === 'csv' ? -1 : 1));

/** Says what an export contains, and that it is recorded. */
export function ExportDialog({ opened, search, onClose }: ExportDialogProps) {
  const [format, setFormat] = useState<AuditFormat>('csv');
  const { mutate, isPending, isError, reset } = useExportAudit();
  const close = () => {
    reset();
    onClose();
  };
  const exportAll = () =>
    mutate(
      { search, format },
      {
        onSuccess: (file) => {
          saveFile(file, `audit.${format}`);
          toastSuccess('The audit trail was exported.');
          close();
        },
      },
    );
  const isFiltered = Object.keys(search).length > 0;
  return (
    <Modal opened={opened} onClose={close} title="Export the Audit Trail" closeOnClickOutside={!isPending}>
      <Stack gap="lg">
        <FieldGroup id="audit-format" label="Format">
          <RadioChoices id="audit-format" options={FORMATS} value={format} onChoose={setFormat} />
        </FieldGroup>
        <p className={classes.flat}>{CONTENTS[format]}</p>
        <p className={classes.flat}>
          {isFiltered
            ? 'The file contains every entry that the current filters find, the oldest first.'
            : 'The file contains every entry of your organizations, the oldest first. Set a filter first to get fewer.'}{' '}
          Each has its place in the chain and its hash, so that it can be compared with a witness.
        </p>
        <p className={classes.flat}>
          The file names patients by their numbers. That you exported it, with which filters and how many entries, is
          recorded in the audit trail with your name.
        </p>
        {isError && (
          <Banner tone="danger" announce="alert" title="The export failed.">
            Nothing was saved. Try again, or set a filter for fewer entries.
          </Banner>
        )}
      </Stack>
      <DialogFooter>
        <Button variant="default" onClick={close} disabled={isPending}>
          Cancel
        </Button>
        <Button onClick={exportAll} loading={isPending}>
          Export
        </Button>
      </DialogFooter>
    </Modal>
  );
}
