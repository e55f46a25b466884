import { useQueryClient } from '@tanstack/react-query';

import type { LineRead } from '@/api/generated/types.gen';
import { viewerZone } from '@/shared/lib/dates';
import { zonesToChoose } from '@/shared/lib/weekly-hours';
import { HowField } from '@/versions/drafts/how-field';
import { Group } from '@/versions/group';
import { ReasonField } from '@/versions/reason-field';
import { useConfirmed } from '@/versions/use-confirmed';
import type { Versioned } from '@/versions/versioned';
import { VersionedForm } from '@/versions/versioned-form';

import { ExceptionsField } from './exceptions-field';
import { HoursField } from './hours-field';
import {
  bodyOf,
  checkLine,
  differing,
  type FieldName,
  LABELS,
  type LineValues,
  placeOf,
  valuesOf,
} from './line-values';
import { Preview } from './preview';
import { PrioritiesField } from './priorities-field';
import { lineQuery, useFetchLineAgain, useSaveLine, useSaveLineDraft } from './queries';
import { answerInWords } from './words';

/** A line as an object with versions. */
const lineKind: Versioned<LineRead, LineValues, FieldName> = {
  noun: 'service line',
  labels: LABELS,
  nameOf: ({ name }) => name,
  valuesOf,
  check: checkLine,
  placeOf,
  differing,
  answerInWords,
};

export interface LineFormProps {
  line: LineRead;
  /** Whether something is typed that is not saved. */
  onDirty: (dirty: boolean) => void;
}

/** Changes a line, or its draft if one is open. */
export function LineForm({ line, onDirty }: LineFormProps) {
  const { id, draft } = line;
  const queryClient = useQueryClient();
  const fetchAgain = useFetchLineAgain(id);
  const { mutateAsync: saveLine } = useSaveLine();
  const { mutateAsync: saveDraft } = useSaveLineDraft();
  const { run, dialog } = useConfirmed();
  const save = async (values: LineValues) => {
    const { version, how } = values;
    if (how === 'draft') return saveDraft({ id, version, body: { ...bodyOf(values), onLive: false } });
    return run((confirmed) => saveLine({ id, version, body: { ...bodyOf(values), confirmed } }));
  };
  return (
    <>
      <VersionedForm
        object={line}
        kind={lineKind}
        draftKey={`line/${id}`}
        read={() => queryClient.query(lineQuery(id))}
        isAsked={dialog !== false}
        onOutdated={fetchAgain}
        save={save}
        onDirty={onDirty}
      >
        {(form) => (
          <>
            <Group title="Opening Hours">
              <HoursField form={form} zones={zonesOf(line)} />
            </Group>
            <Group title="Exceptions and Holidays">
              <ExceptionsField form={form} />
            </Group>
            <Group title="Next 14 Days">
              <Preview id={id} form={form} />
            </Group>
            <Group title="Priorities">
              <PrioritiesField form={form} />
            </Group>
            {draft === null && (
              <HowField control={form.control} name="how" plural="service lines" needsApproval={line.needsApproval} />
            )}
            <ReasonField control={form.control} name="reason" />
          </>
        )}
      </VersionedForm>
      {dialog}
    </>
  );
}

function zonesOf({ settings, draftSettings }: LineRead): string[] {
  const used = [...settings.hours, ...(draftSettings?.hours ?? [])].map(({ openHoursTimezone }) => openHoursTimezone);
  return zonesToChoose([...used, viewerZone()]);
}
