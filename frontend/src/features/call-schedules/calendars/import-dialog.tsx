import { useRef, useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';

import { checkByContract, useCheckedForm } from '@/api/contract-form';
import type { CalendarPreview as Preview, CalendarSource, ImportedCalendarRead } from '@/api/generated/types.gen';
import { FormDialog } from '@/drafts/form-dialog';
import { FieldGroup } from '@/shared/forms/field-group';
import { RadioChoices } from '@/shared/forms/radio-choices';
import { SelectField } from '@/shared/forms/select-field';
import { TextField } from '@/shared/forms/text-field';
import { Banner } from '@/shared/ui/banner';
import { InView } from '@/shared/ui/in-view';
import { toastSuccess } from '@/shared/ui/toasts';

import { layers } from '../layers';
import { CalendarPreview } from './calendar-preview';
import classes from './calendars.module.css';
import { FileField } from './file-field';
import { isReplacedMeanwhile, useImportCalendar, usePreviewCalendar } from './queries';

/** The schedule that a calendar becomes a layer of. */
export interface CalendarSchedule {
  readonly id: number;
  readonly timeZone: string;
}

interface Values {
  content: string | null;
  address: string | null;
  name: string;
  layer: number;
  version: number | null;
}

type Source = 'file' | 'address';

const sources = [
  { value: 'file', label: 'A file' },
  { value: 'address', label: 'An address' },
] as const;

export interface ImportDialogProps {
  schedule: CalendarSchedule;
  /** Hosts from which calendars may be read; without any, only files can be imported. */
  hosts: readonly string[];
  /** The calendar whose copy is replaced; null for a new one. */
  replaced: ImportedCalendarRead | null;
  /** The schedule's calendars as they are now. */
  calendars: readonly ImportedCalendarRead[];
  onClose: () => void;
}

/** Imports a calendar after a preview of what it would plan. */
export function ImportDialog({ schedule, hosts, replaced, calendars, onClose }: ImportDialogProps) {
  const [source, setSource] = useState(() => sourceOf(replaced));
  const { form, onFileFault } = useImportForm(replaced);
  const preview = usePreviewed(schedule.id);
  const { mutateAsync: importCalendar } = useImportCalendar(schedule.id);
  const [content, address] = useWatch({ control: form.control, name: ['content', 'address'] });
  const shown = preview.of(content, address);
  const [isOutdated, setOutdated] = useState(false);
  const current = calendars.find(({ name }) => name === replaced?.name);
  const submit = async (values: Values) => {
    if (shown === null) return preview.load(values, form.getValues());
    await importCalendar(isOutdated ? { ...values, version: current?.version ?? null } : values);
    toastSuccess(replaced === null ? 'Calendar imported.' : 'Calendar replaced.');
    onClose();
  };
  const choose = (chosen: Source) => {
    setSource(chosen);
    form.reset({ ...form.getValues(), ...emptyFrom(chosen) }, { keepDefaultValues: true });
  };
  return (
    <FormDialog
      title={replaced === null ? 'Import a Calendar' : `Replace ${replaced.name}`}
      size="lg"
      form={form}
      draftKey={null}
      submitLabel={submitLabelOf(shown, replaced)}
      closeLabel="Cancel"
      expected={shown === null ? 'previewed' : 'saved'}
      isFailureHidden={isReplacedMeanwhile}
      onSubmit={submit}
      onFailure={(failure) => setOutdated(isReplacedMeanwhile(failure))}
      onClose={onClose}
    >
      {replaced === null && <TextField control={form.control} name="name" label="Name" required data-autofocus />}
      <SelectField
        control={form.control}
        name="layer"
        label="Layer"
        description="Where two layers overlap, the higher one counts."
        options={layers}
        blank={null}
      />
      <SourceFields form={form} hosts={hosts} source={source} onChoose={choose} onFileFault={onFileFault} />
      <InView>{shown !== null && <CalendarPreview preview={shown} zone={schedule.timeZone} />}</InView>
      <InView>{isOutdated && <ReplacedMeanwhile isRemoved={current === undefined} />}</InView>
    </FormDialog>
  );
}

/** The next press is meant for what is there now. */
function ReplacedMeanwhile({ isRemoved }: { isRemoved: boolean }) {
  return (
    <Banner
      tone="warning"
      announce="alert"
      title={`Someone else has ${isRemoved ? 'removed' : 'replaced'} this calendar in the meantime.`}
    >
      <p className={classes.note}>Nothing was saved. Press Replace Calendar again to use yours all the same.</p>
    </Banner>
  );
}

interface SourceFieldsProps {
  form: UseFormReturn<Values>;
  hosts: readonly string[];
  source: Source;
  onChoose: (source: Source) => void;
  onFileFault: (message: string | null) => void;
}

/** Where the calendar is: a file, or if the installation allows it, an address. */
function SourceFields({ form, hosts, source, onChoose, onFileFault }: SourceFieldsProps) {
  return (
    <>
      {hosts.length > 0 && (
        <FieldGroup id="calendar-source" label="Import From">
          <RadioChoices id="calendar-source" options={sources} value={source} onChoose={onChoose} />
        </FieldGroup>
      )}
      {source === 'file' ? (
        <FileField
          control={form.control}
          name="content"
          label="File"
          description={fileDescription(hosts)}
          required
          onFault={onFileFault}
        />
      ) : (
        <TextField
          control={form.control}
          name="address"
          label="Address"
          description={`An https address at ${hosts.join(', ')}. It is read again every 15 minutes.`}
          inputMode="url"
          required
        />
      )}
    </>
  );
}

/** The form, in which a file that cannot be read stays wrong for its own reason until another one is chosen. */
function useImportForm(replaced: ImportedCalendarRead | null) {
  const fault = useRef<string | null>(null);
  const form = useCheckedForm<Values>(async (values) => {
    const { data, errors } = await checkByContract('ImportCalendar', { ...values });
    if (fault.current === null || values.content === null) return { data, errors };
    return { data, errors: new Map([...errors, ['content', fault.current]]) };
  }, initialFrom(replaced));
  const onFileFault = (message: string | null) => {
    fault.current = message;
    if (message === null) form.clearErrors('content');
    else form.setError('content', { message });
  };
  return { form, onFileFault };
}

function sourceOf(replaced: ImportedCalendarRead | null): Source {
  return (replaced?.host ?? null) === null ? 'file' : 'address';
}

function initialFrom(replaced: ImportedCalendarRead | null): Values {
  const { name, layer, version } = replaced ?? { name: '', layer: 0, version: null };
  return { ...emptyFrom(sourceOf(replaced)), name, layer, version };
}

function emptyFrom(source: Source): Pick<Values, 'content' | 'address'> {
  return source === 'file' ? { content: '', address: null } : { content: null, address: '' };
}

function submitLabelOf(shown: Preview | null, replaced: ImportedCalendarRead | null): string {
  if (shown === null) return 'Preview';
  return replaced === null ? 'Import Calendar' : 'Replace Calendar';
}

function fileDescription(hosts: readonly string[]): string {
  const kind = 'An iCalendar file (.ics), as other applications export it.';
  return hosts.length > 0 ? kind : `${kind} Calendars at an address can be imported once an administrator allows it.`;
}

/** The preview of what was entered last; what has changed since has none. */
function usePreviewed(scheduleId: number) {
  const { mutateAsync } = usePreviewCalendar(scheduleId);
  const [last, setLast] = useState<(CalendarSource & { preview: Preview }) | null>(null);
  return {
    of: (content: string | null, address: string | null) =>
      last?.content === content && last.address === address ? last.preview : null,
    /** What is sent is trimmed; `entered` is not. */
    load: async ({ content, address }: CalendarSource, entered: CalendarSource) => {
      const preview = await mutateAsync({ content, address });
      setLast({ content: entered.content, address: entered.address, preview });
    },
  };
}
