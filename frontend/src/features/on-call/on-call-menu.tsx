import { Button, Group, Stack } from '@mantine/core';
import { useClickOutside, useFocusTrap, useMergedRef } from '@mantine/hooks';
import { type KeyboardEvent, type RefObject, useId } from 'react';
import { type UseFormReturn, useFormState, useWatch } from 'react-hook-form';

import { useContractForm } from '@/api/contract-form';
import type { ServiceLineSummary } from '@/api/generated/types.gen';
import { useMe } from '@/session/me';
import { SingleChoiceField } from '@/shared/forms/choice-fields';
import { Form } from '@/shared/forms/form';
import { PhoneField } from '@/shared/forms/phone-field';
import { SubmitButton } from '@/shared/forms/submit-button';
import type { FieldProps } from '@/shared/forms/use-field';
import { useDraft } from '@/drafts/use-draft';
import { toastSuccess } from '@/shared/ui/toasts';

import { checkInOf, choosesNotifications, type DutySettings, restoredSettings } from './duty';
import classes from './on-call-toggle.module.css';
import { type useDutyChange, useSaveSettings } from './queries';

export interface OnCallMenuProps {
  /** Opened because going on call needs a missing setting; otherwise the menu only saves. */
  checksIn: boolean;
  change: ReturnType<typeof useDutyChange>;
  /** The button that opened the menu also closes it, so clicking it is not a click outside. */
  opener: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** Phone number, service line and notification type for being on call, in a small dialog below the toggle. */
export function OnCallMenu({ checksIn, change, opener, onClose }: OnCallMenuProps) {
  const titleId = useId();
  const form = useContractForm<DutySettings>('CheckInRequest', { defaultValues: restoredSettings(useMe()) });
  const { isDirty } = useFormState({ control: form.control });
  // The menu stays open across pages.
  useDraft(form, 'on-call-settings', { dirty: isDirty, mayLeaveTo: () => true });
  const outside = useClickOutside<HTMLDivElement>((event) => {
    const onOpener = event.target instanceof Node && opener.current?.contains(event.target) === true;
    // Cancel, Escape and the button that opened the menu discard the input; a click outside never does.
    if (!onOpener && !isDirty) onClose();
  });
  const ref = useMergedRef(outside, useFocusTrap());
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
  };
  return (
    // Handles Escape for all fields inside.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div ref={ref} role="dialog" aria-labelledby={titleId} className={classes.menu} onKeyDown={closeOnEscape}>
      <h2 className={classes.menuTitle} id={titleId}>
        {checksIn ? 'Go on Call' : 'On-Call Settings'}
      </h2>
      <SettingsForm form={form} checksIn={checksIn} change={change} onClose={onClose} />
    </div>
  );
}

interface SettingsFormProps extends Omit<OnCallMenuProps, 'opener'> {
  form: UseFormReturn<DutySettings>;
}

function SettingsForm({ form, checksIn, change, onClose }: SettingsFormProps) {
  const me = useMe();
  const save = useSaveSettings();
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
        <PhoneField control={form.control} name="phoneNumber" label="Phone Number" required />
        {lines.length > 1 && (
          <SingleChoiceField
            control={form.control}
            name="serviceLineId"
            label="Service Line"
            options={lines.map(optionOf)}
            required
          />
        )}
        {lines.some(choosesNotifications) && (
          <NotificationsField
            control={form.control}
            name="primary"
            label="Notifications"
            description={whyAll(line)}
            disabled={!choosesNotifications(line)}
          />
        )}
      </Stack>
      <Group justify="flex-end" align="flex-start" mt="lg">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <SubmitButton label={checksIn ? 'Go on Call' : 'Save'} busy={change.isPending || save.isPending} />
      </Group>
    </Form>
  );
}

function finish(onClose: () => void) {
  toastSuccess('On-call settings saved');
  onClose();
}

/** Why there is no choice. */
function whyAll(line: ServiceLineSummary | undefined): string | undefined {
  if (line === undefined) return 'Choose the service line first.';
  return choosesNotifications(line)
    ? undefined
    : `${line.name} does not use escalation, so you receive all of its notifications.`;
}

const optionOf = ({ id, name }: { id: number; name: string }) => ({ value: id, label: name });

const notifications = [
  { value: true, label: 'All Notifications' },
  { value: false, label: 'Escalation Only' },
] as const;

/** A line that does not distinguish escalations sends all notifications, regardless of the earlier choice. */
function NotificationsField(props: FieldProps<DutySettings>) {
  return <SingleChoiceField {...props} options={notifications} forced={props.disabled === true ? true : undefined} />;
}
