import { NativeSelect } from '@mantine/core';
import type { FieldValues } from 'react-hook-form';

import { asText, type FieldProps, selectProps, useField } from '@/shared/forms/use-field';
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
      {...selectProps(props, field)}
      value={value}
      ref={ref}
      onChange={({ currentTarget }) => field.set(currentTarget.value)}
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
