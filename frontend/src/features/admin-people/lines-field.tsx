import { Checkbox, Table } from '@mantine/core';
import type { FieldValues } from 'react-hook-form';

import type { LineName } from '@/api/generated/types.gen';
import { FieldGroup, groupProps } from '@/shared/forms/field-group';
import { asIds, toggled } from '@/shared/forms/ids-field';
import { type FieldProps, useField } from '@/shared/forms/use-field';

import classes from './person.module.css';
import { LINE_RIGHTS } from './words';

export interface LinesFieldProps<V extends FieldValues> extends FieldProps<V> {
  lines: readonly LineName[];
}

/** For each service line, what the person may do with it. */
export function LinesField<V extends FieldValues>({ lines, ...props }: LinesFieldProps<V>) {
  const { ref, ...field } = useField(props);
  const value = asRights(field.value);
  return (
    <FieldGroup {...groupProps(props)} id={field.id} error={field.error}>
      <Table className={classes.lines} verticalSpacing={0}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">
              <span className="wl-visually-hidden">Service line</span>
            </Table.Th>
            {LINE_RIGHTS.map(({ name, label }) => (
              <Table.Th key={name} scope="col">
                {label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines.map((line, row) => (
            <Table.Tr key={line.id}>
              <Table.Th scope="row">{line.name}</Table.Th>
              {LINE_RIGHTS.map(({ name, label }, column) => (
                <Table.Td key={name}>
                  <Checkbox
                    className={classes.tick}
                    id={row === 0 && column === 0 ? field.id : undefined}
                    aria-label={`${line.name}: ${label}`}
                    checked={value[name].includes(line.id)}
                    onChange={() => field.set({ ...value, [name]: toggled(value[name], line.id) })}
                    onBlur={field.onBlur}
                    ref={row === 0 && column === 0 ? ref : undefined}
                  />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </FieldGroup>
  );
}

/** A draft may hold anything. */
function asRights(value: unknown) {
  const fields = typeof value === 'object' && value !== null ? new Map<string, unknown>(Object.entries(value)) : null;
  return {
    memberIds: asIds(fields?.get('memberIds')),
    activeIds: asIds(fields?.get('activeIds')),
    requestableIds: asIds(fields?.get('requestableIds')),
  };
}
