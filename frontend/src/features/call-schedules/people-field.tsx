import { ActionIcon, NativeSelect } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { FieldValues } from 'react-hook-form';

import type { PlannablePerson } from '@/api/generated/types.gen';
import { FieldGroup, groupProps } from '@/shared/forms/field-group';
import { type FieldProps, useField } from '@/shared/forms/use-field';
import { fullName } from '@/shared/lib/full-name';
import { Icon } from '@/shared/ui/icon';
import { StatusBadge } from '@/shared/ui/status-badge';

import classes from './people-field.module.css';
import { nameIn, type People } from './words';

export interface PeopleFieldProps<V extends FieldValues> extends FieldProps<V> {
  /** Everybody who may be added; undefined until it is known. */
  people: readonly PlannablePerson[] | undefined;
  /** Also those who are in the list and may not be added anymore. */
  named: People;
}

/** People in an order, which buttons change, and Alt with the up and down arrow keys. Somebody may be in it more than once. */
export function PeopleField<V extends FieldValues>({ people, named, ...props }: PeopleFieldProps<V>) {
  const { ref, ...field } = useField(props);
  const userIds = asNumbers(field.value);
  const { list, said, move, remove } = useOrder(userIds, field.set, named);
  return (
    <FieldGroup {...groupProps(props)} id={field.id} error={field.error}>
      <ol className={classes.list} ref={list}>
        {userIds.map((userId, index) => (
          <PersonRow
            // Those who are in the list twice are told apart by their place.
            key={`${userId} ${userIds.slice(0, index).filter((other) => other === userId).length}`}
            name={nameIn(named, userId)}
            note={<PersonNote people={people} userId={userId} />}
            isFirst={index === 0}
            isLast={index === userIds.length - 1}
            onMove={(step) => move(index, step)}
            onRemove={() => remove(index)}
          />
        ))}
      </ol>
      <NativeSelect
        id={field.id}
        className={classes.add}
        aria-label="Add a person"
        aria-invalid={field.error !== undefined || undefined}
        disabled={field.readOnly || people === undefined || people.length === 0}
        value=""
        ref={ref}
        onChange={({ currentTarget }) => field.set([...userIds, Number(currentTarget.value)])}
        onBlur={field.onBlur}
      >
        <option value="">{promptFor(people)}</option>
        {people?.map((person) => (
          <option key={person.id} value={person.id}>
            {fullName(person)}
            {!person.hasContact && ' (no verified contact)'}
          </option>
        ))}
      </NativeSelect>
      <span className="wl-visually-hidden" role="status">
        {said}
      </span>
    </FieldGroup>
  );
}

function promptFor(people: readonly PlannablePerson[] | undefined): string {
  if (people === undefined) return 'Choose the service line first';
  return people.length === 0 ? 'Nobody may go on call for this line' : 'Add a person';
}

/** Which button of which row gets focus. */
interface Focused {
  readonly index: number;
  readonly button: 'up' | 'down' | 'remove';
}

/** Moves and removes people. Focus follows whoever was moved, or goes to who is now in their place; both is announced. */
function useOrder(userIds: readonly number[], set: (value: readonly number[]) => void, named: People) {
  const list = useRef<HTMLOListElement>(null);
  const [focused, setFocused] = useState<Focused | null>(null);
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (focused === null) return;
    const rows = list.current?.children;
    const row = rows?.[Math.min(focused.index, rows.length - 1)];
    row?.querySelector<HTMLElement>(`[data-button="${focused.button}"]`)?.focus();
  }, [focused]);
  const remove = (index: number) => {
    set(userIds.filter((_, other) => other !== index));
    setFocused({ index, button: 'remove' });
    setSaid(`${nameIn(named, userIds[index] ?? 0)} is removed.`);
  };
  const move = (index: number, step: -1 | 1) => {
    const to = index + step;
    const userId = userIds[index];
    if (userId === undefined || to < 0 || to >= userIds.length) return;
    const changed = [...userIds];
    changed.splice(to, 0, ...changed.splice(index, 1));
    set(changed);
    setFocused({ index: to, button: step === -1 ? 'up' : 'down' });
    setSaid(`${nameIn(named, userId)} is now ${to + 1} of ${userIds.length}.`);
  };
  return { list, said, move, remove };
}

interface PersonRowProps {
  name: string;
  note: ReactNode;
  isFirst: boolean;
  isLast: boolean;
  onMove: (step: -1 | 1) => void;
  onRemove: () => void;
}

function PersonRow({ name, note, isFirst, isLast, onMove, onRemove }: PersonRowProps) {
  const moveByKey = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    onMove(event.key === 'ArrowUp' ? -1 : 1);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a shortcut of the buttons in it
    <li className={classes.person} onKeyDown={moveByKey}>
      <div>
        <span className={classes.name}>
          {name} {note}
        </span>
        <ActionIcon
          className="wl-thumb"
          aria-label={`Move ${name} up`}
          aria-disabled={isFirst}
          data-button="up"
          onClick={() => onMove(-1)}
        >
          <Icon name="chevron-up" size="sm" />
        </ActionIcon>
        <ActionIcon
          className="wl-thumb"
          aria-label={`Move ${name} down`}
          aria-disabled={isLast}
          data-button="down"
          onClick={() => onMove(1)}
        >
          <Icon name="chevron-down" size="sm" />
        </ActionIcon>
        <ActionIcon className="wl-thumb" aria-label={`Remove ${name}`} data-button="remove" onClick={onRemove}>
          <Icon name="close" size="sm" />
        </ActionIcon>
      </div>
    </li>
  );
}

function PersonNote({ people, userId }: Pick<PeopleFieldProps<FieldValues>, 'people'> & { userId: number }) {
  if (people === undefined) return null;
  const person = people.find(({ id }) => id === userId);
  if (person === undefined) return <StatusBadge tone="danger">May not go on call for this line</StatusBadge>;
  return person.hasContact ? null : <StatusBadge tone="warning">No verified contact</StatusBadge>;
}

/** A draft may hold anything. */
export function asNumbers(value: unknown): number[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'number') : [];
}
