import { NativeSelect } from '@mantine/core';
import type { FieldValues } from 'react-hook-form';

import { viewerZone } from '@/shared/lib/dates';
import { zoneInWords } from '@/shared/lib/zone-in-words';

import { asText, type FieldProps, selectProps, useField } from './use-field';

export interface ZoneFieldProps<V extends FieldValues> extends FieldProps<V> {
  /** Zones that are in use already; they come first, after the one that is chosen and the viewer's. */
  used: readonly string[];
}

/** An IANA time zone. */
export function ZoneField<V extends FieldValues>({ used, ...props }: ZoneFieldProps<V>) {
  const { ref, ...field } = useField(props);
  const value = asText(field.value);
  const likely = [...new Set([value, viewerZone(), ...used])].filter((zone) => zone !== '');
  const others = Intl.supportedValuesOf('timeZone').filter((zone) => !likely.includes(zone));
  return (
    <NativeSelect
      {...selectProps(props, field)}
      value={value}
      ref={ref}
      onChange={({ currentTarget }) => field.set(currentTarget.value)}
    >
      {value === '' && <option value="">Choose one</option>}
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
