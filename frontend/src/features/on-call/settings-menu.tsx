import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { type UseFormReturn, useFormState, useWatch } from 'react-hook-form';

import { useContractForm } from '@/api/contract-form';
import type { CheckInRead, CheckInRequest, ServiceLineSummary } from '@/api/generated/types.gen';
import { useDraft } from '@/drafts/use-draft';
import { useMe } from '@/session/me';
import { SingleChoiceField } from '@/shared/forms/choice-fields';
import { Form } from '@/shared/forms/form';
import { PhoneField } from '@/shared/forms/phone-field';
import { SubmitButton } from '@/shared/forms/submit-button';
import type { FieldProps } from '@/shared/forms/use-field';
import { notificationLabel } from '@/shared/lib/notification-label';
import { switchSound } from '@/shared/media/alert-sound';
import { Banner } from '@/shared/ui/banner';
import { toastSuccess } from '@/shared/ui/toasts';

import { AskForNotifications } from './ask-for-notifications';
import { checkInOf, choosesNotifications, type DutySettings, needsNewCheckIn, roleLabel } from './duty';
import { MenuFrame, type MenuControls } from './menu-frame';
import { type useDutyChange, useSaveSettings } from './queries';
import { SoundField } from './sound-field';
import { WhoWaits } from './who-waits';

/** The first check-in, another one, one that exists, or only the settings of the next one. */
type Subject = 'checkIn' | 'another' | 'next' | CheckInRead;

interface SettingsMenuProps extends MenuControls {
  subject: Subject;
  initial: DutySettings;
  /** From which the user may choose. */
  lines: readonly ServiceLineSummary[];
  change: ReturnType<typeof useDutyChange>;
  /** The service line of each request that waits for the user because they are on call. */
  waitingLineIds: readonly number[];
}

/** The settings of a check-in in a form. */
export function SettingsMenu({ subject, initial, ...props }: SettingsMenuProps) {
  const form = useContractForm<DutySettings>('CheckInRequest', { defaultValues: initial });
  const { isDirty } = useFormState({ control: form.control });
  // The menu stays open across pages.
  useDraft(form, draftKeyOf(subject), { dirty: isDirty, mayLeaveTo: () => true });
  const { opener, contacts, shifts, onClose } = props;
  return (
    <MenuFrame
      title={titleOf(subject, props.lines)}
      opener={opener}
      contacts={contacts}
      shifts={shifts}
      onClose={onClose}
      isDirty={isDirty}
    >
      <SettingsForm form={form} subject={subject} {...props} />
    </MenuFrame>
  );
}

const isCheckIn = (subject: Subject): subject is CheckInRead => typeof subject !== 'string';
const startsDuty = (subject: Subject) => subject === 'checkIn' || subject === 'another';

/** Names the line if several check-ins are possible and the form has no choice that shows which one it is about. */
function titleOf(subject: Subject, lines: readonly ServiceLineSummary[]): string {
  const title = startsDuty(subject) ? 'Go on Call' : 'On-Call Settings';
  const [only, ...others] = lines;
  const isOneOfSeveral = isCheckIn(subject) || subject === 'another';
  return isOneOfSeveral && only !== undefined && others.length === 0 ? `${title} for ${only.name}` : title;
}

const draftKeyOf = (subject: Subject) =>
  `on-call-settings${isCheckIn(subject) ? `/${subject.id}` : subject === 'another' ? '/another' : ''}`;

interface SettingsFormProps extends Omit<SettingsMenuProps, 'initial'> {
  form: UseFormReturn<DutySettings>;
}

function SettingsForm({ form, subject, lines, change, waitingLineIds, onClose }: SettingsFormProps) {
  const { id, roles } = useMe();
  const { submit, busy } = useSubmit({ subject, lines, change, onClose });
  const [sounds, setSounds] = useState(true);
  const lineId = useWatch({ control: form.control, name: 'serviceLineId' });
  const line = lines.find((each) => each.id === lineId);
  const isLeft = (id: number) => isCheckIn(subject) && subject.serviceLineId === id && lineId !== id;
  const waiting = waitingLineIds.filter(isLeft).length;
  const submitAll = () => {
    // During the press, because browsers allow sound only then.
    if (startsDuty(subject)) void switchSound(id, sounds);
    submit(form.getValues());
  };
  return (
    <Form form={form} onSubmit={submitAll}>
      <Stack gap="md">
        <PhoneField
          control={form.control}
          name="phoneNumber"
          label="Phone Number"
          description="Called after your verified contacts. It counts as one of them only once you have verified it."
          required
        />
        {lines.length > 1 && (
          <SingleChoiceField
            control={form.control}
            name="serviceLineId"
            label="Service Line"
            description={isCheckIn(subject) ? replacement(subject, line, lines) : undefined}
            options={lines.map((each) => ({ value: each.id, label: each.name }))}
            required
          />
        )}
        {waiting > 0 && (
          <Banner tone="warning" announce="status">
            <WhoWaits count={waiting} />
          </Banner>
        )}
        {roles.length > 1 && subject !== 'next' && (
          <SingleChoiceField
            control={form.control}
            name="roleId"
            label="Role"
            options={roles.map((role) => ({ value: role.id, label: roleLabel(roles, role.id) ?? role.name }))}
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
        {startsDuty(subject) && (
          <>
            <SoundField on={sounds} onChange={setSounds} />
            <AskForNotifications />
          </>
        )}
      </Stack>
      <Group justify="flex-end" align="flex-start" mt="lg">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <SubmitButton label={startsDuty(subject) ? 'Go on Call' : 'Save'} busy={busy} />
      </Group>
    </Form>
  );
}

type SubmitOptions = Pick<SettingsFormProps, 'subject' | 'lines' | 'change' | 'onClose'>;

/** Goes on call, replaces the check-in, or saves the settings. */
function useSubmit({ subject, lines, change, onClose }: SubmitOptions) {
  const isOnCall = useMe().checkedInLineIds.length > 0;
  const save = useSaveSettings();
  const nameOf = (lineId: number) => lines.find(({ id }) => id === lineId)?.name ?? '';
  const finish = (sentence: string | null) => {
    if (sentence !== null) toastSuccess(sentence);
    onClose();
  };
  const submit = ({ primary, ...settings }: DutySettings) => {
    const line = lines.find(({ id }) => id === settings.serviceLineId);
    const wanted = checkInOf({ ...settings, primary: primary || !choosesNotifications(line) });
    if (wanted === null) return;
    if (!startsDuty(subject) && !(isCheckIn(subject) && needsNewCheckIn(subject, wanted))) {
      save.mutate(wanted, { onSuccess: () => finish(isOnCall ? SAVED : `${SAVED}. You are still off call.`) });
      return;
    }
    const replaced: Partial<CheckInRequest> = isCheckIn(subject)
      ? { replacesServiceLineId: subject.serviceLineId }
      : {};
    change.mutate({ ...wanted, ...replaced }, { onSuccess: () => finish(outcome(subject, wanted, nameOf)) });
  };
  return { submit, busy: change.isPending || save.isPending };
}

const SAVED = 'On-call settings saved';

/** What the toggle does not show by itself. */
function outcome(subject: Subject, { serviceLineId }: CheckInRequest, nameOf: (id: number) => string): string | null {
  if (subject === 'another') return `You are now on call for ${nameOf(serviceLineId)}, too.`;
  if (!isCheckIn(subject)) return null;
  if (subject.serviceLineId === serviceLineId) return SAVED;
  return `You are now on call for ${nameOf(serviceLineId)} instead of ${nameOf(subject.serviceLineId)}.`;
}

/** What choosing another line does to the check-in. */
function replacement(
  duty: CheckInRead,
  line: ServiceLineSummary | undefined,
  lines: readonly ServiceLineSummary[],
): string | undefined {
  const former = lines.find(({ id }) => id === duty.serviceLineId);
  return former === undefined || line === former ? undefined : `You will go off call for ${former.name}.`;
}

/** Why there is no choice. */
function whyAll(line: ServiceLineSummary | undefined): string | undefined {
  if (line === undefined) return 'Choose the service line first.';
  return choosesNotifications(line)
    ? undefined
    : `${line.name} does not use escalation, so you receive all of its notifications.`;
}

const notifications = [true, false].map((value) => ({ value, label: notificationLabel(value) }));

/** A line that does not distinguish escalations sends all notifications, regardless of the earlier choice. */
function NotificationsField(props: FieldProps<DutySettings>) {
  return <SingleChoiceField {...props} options={notifications} forced={props.disabled === true ? true : undefined} />;
}
