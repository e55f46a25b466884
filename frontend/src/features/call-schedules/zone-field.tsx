import { NativeSelect } from '@mantine/core';
import type { FieldValues } from 'react-hook-form';

import { asText, type FieldProps, useField } from '@/shared/forms/use-field';
import { viewerZone } from '@/shared/lib/dates';

import { usePlanner } from './planner-context';
import { zoneInWords } from './words';

/** An IANA time zone; those that are in use already come first. */
export function ZoneField<V extends FieldValues>(props: FieldProps<V>) {
  const { ref, ...field } = useField(props);
  const { schedules } = usePlanner();
  const value = asText(field.value);
  const likely = [...new Set([value, viewerZone(), ...schedules.map(({ timeZone }) => timeZone)])];
  const others = Intl.supportedValuesOf('timeZone').filter((zone) => !likely.includes(zone));
  return (
    <NativeSelect
      id={field.id}
      name={props.name}
      label={props.label}
      description={props.description}
      required={props.required ?? false}
      disabled={field.readOnly}
      error={field.error}
      value={value}
      ref={ref}
      onChange={({ currentTarget }) => field.set(currentTarget.value)}
      onBlur={field.onBlur}
    >
      <ZoneOptions label="In use" zones={likely} />
      <ZoneOptions label="All others" zones={others} />
    </NativeSelect>
  );
}

function ZoneOptions({ label, zones }: { label: string; zones: readonly string[] }) {
  return (
    <optgroup label={label}>
      {zones.map((zone) => (
        <option key={zone} value={zone}>
          {zoneInWords(zone)}
        </option>
      ))}
    </optgroup>
  );
}
