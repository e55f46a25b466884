import { Button, Group, Stack } from '@mantine/core';
import { useClickOutside, useFocusTrap, useMergedRef } from '@mantine/hooks';
import { type KeyboardEvent, useId } from 'react';
import { useWatch } from 'react-hook-form';

import { useContractForm } from '@/api/contract-form';
import type { CheckInRequest } from '@/api/generated/types.gen';
import { useMe } from '@/session/me';
import { ChoiceInput, Choices } from '@/shared/forms/choices';
import { FieldGroup } from '@/shared/forms/field-group';
import { Form } from '@/shared/forms/form';
import { PhoneField } from '@/shared/forms/phone-field';
import { SubmitButton } from '@/shared/forms/submit-button';
import { type FieldProps, useField } from '@/shared/forms/use-field';
import { toastSuccess } from '@/shared/ui/toasts';

import { checkInOf, choosesNotifications, type DutySettings, restoredSettings } from './duty';
import classes from './on-call-toggle.module.css';
import { type useDutyChange, useSaveSettings } from './queries';

export interface OnCallMenuProps {
  /** Opened because something is missing for going on call; otherwise it only saves. */
  checksIn: boolean;
  change: ReturnType<typeof useDutyChange>;
  onClose: () => void;
}

/** Phone, service line and kind of notifications for being on call, in a small dialog below the toggle. */
export function OnCallMenu({ checksIn, change, onClose }: OnCallMenuProps) {
  const titleId = useId();
  const outside = useClickOutside<HTMLDivElement>(onClose);
  const ref = useMergedRef(outside, useFocusTrap());
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
  };
  return (
    // Escape is heard here for every field inside.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div ref={ref} role="dialog" aria-labelledby={titleId} className={classes.menu} onKeyDown={closeOnEscape}>
      <h2 className={classes.menuTitle} id={titleId}>
        {checksIn ? 'Go on call' : 'On-call settings'}
      </h2>
      <SettingsForm checksIn={checksIn} change={change} onClose={onClose} />
    </div>
  );
}

function SettingsForm({ checksIn, change, onClose }: OnCallMenuProps) {
  const me = useMe();
  const save = useSaveSettings();
  const form = useContractForm<DutySettings>('CheckInRequest', { defaultValues: restoredSettings(me) });
  const lineId = useWatch({ control: form.control, name: 'serviceLineId' });
  const lines = me.activeServiceLines;
  const line = lines.find(({ id }) => id === lineId);
  const submit = () => {
    const { primary, ...settings } = form.getValues();
    const wanted = checkInOf({ ...settings, primary: primary || !choosesNotifications(line) });
    if (wanted === null) return;
    if (checksIn) change.mutate(wanted, { onSuccess: onClose });
    else save.mutate(wanted, { onSuccess: () => finish(onClose) });
  };
  return (
    <Form form={form} onSubmit={submit}>
      <Stack gap="md">
        <PhoneField control={form.control} name="phoneNumber" label="Phone number" required />
        {lines.length > 1 && (
          <ChipsField
            control={form.control}
            name="serviceLineId"
            label="Service line"
            options={lines.map(optionOf)}
            required
          />
        )}
        {lines.some(choosesNotifications) && (
          <NotificationsField
            control={form.control}
            name="primary"
            label="Notifications"
            disabled={!choosesNotifications(line)}
          />
        )}
      </Stack>
      <Group justify="flex-end" align="flex-start" mt="lg">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <SubmitButton label={checksIn ? 'Go on call' : 'Save'} busy={change.isPending || save.isPending} />
      </Group>
    </Form>
  );
}

function finish(onClose: () => void) {
  toastSuccess('On-call settings saved');
  onClose();
}

const optionOf = ({ id, name }: { id: number; name: string }) => ({ value: id, label: name });

const notifications = [
  { value: true, label: 'All Notifications' },
  { value: false, label: 'Escalation Only' },
] as const;

/** A line that does not tell escalations from the rest sends everything, whatever was chosen before. */
function NotificationsField(props: FieldProps<DutySettings>) {
  return <ChipsField {...props} options={notifications} forced={props.disabled === true ? true : undefined} />;
}

interface ChipsFieldProps<T> extends FieldProps<DutySettings> {
  options: readonly { readonly value: T; readonly label: string }[];
  /** Shown as chosen in the place of the form's own value. */
  forced?: T | undefined;
}

function ChipsField<T extends CheckInRequest[keyof CheckInRequest]>({ options, forced, ...props }: ChipsFieldProps<T>) {
  const { ref, ...field } = useField(props);
  return (
    <FieldGroup
      id={field.id}
      label={props.label}
      required={props.required ?? false}
      disabled={props.disabled ?? false}
      error={field.error}
    >
      <Choices look="chips">
        {options.map(({ value, label }, index) => (
          <ChoiceInput
            key={String(value)}
            type="radio"
            id={index === 0 ? field.id : `${field.id}-${index}`}
            name={field.id}
            checked={(forced ?? field.value) === value}
            invalid={field.error !== undefined}
            label={label}
            onToggle={() => field.set(value)}
            onBlur={field.onBlur}
            inputRef={index === 0 ? ref : undefined}
          />
        ))}
      </Choices>
    </FieldGroup>
  );
}
