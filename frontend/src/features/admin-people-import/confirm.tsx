import { Button, Checkbox, TextInput, Title } from '@mantine/core';
import { useId, useState } from 'react';

import { constants } from '@/api/contract/constants.gen';
import type { ImportCheck, ImportPeople, InvitationMeans, MassChangeRead } from '@/api/generated/types.gen';
import { NotSaved } from '@/drafts/not-saved';
import { Banner } from '@/shared/ui/banner';

import classes from './people-import.module.css';
import { days, importLabel, people, writtenBy } from './words';

/** What the administrator decides beside the file. */
export type Confirmed = Pick<ImportPeople, 'confirmedCount' | 'invite' | 'reason'>;

export interface ConfirmProps {
  check: ImportCheck;
  invitations: InvitationMeans;
  busy: boolean;
  failure: { error: unknown } | null;
  onConfirm: (confirmed: Confirmed) => void;
}

/** The third step. */
export function Confirm({ check, invitations, busy, failure, onConfirm }: ConfirmProps) {
  const id = useId();
  const [agreed, setAgreed] = useState(false);
  const [invite, setInvite] = useState(false);
  const [reason, setReason] = useState('');
  const { massChange } = check;
  const label = importLabel(check);
  if (writtenBy(check) === 0)
    return (
      <Banner announce="status" title="There is nothing to import.">
        <p>Everyone in the rows without errors already matches the file.</p>
      </Banner>
    );
  const confirm = () =>
    onConfirm({
      confirmedCount: massChange?.affected ?? null,
      invite,
      reason: reason.trim() === '' ? null : reason.trim(),
    });
  return (
    <section className={classes.step} aria-labelledby={id}>
      <Title order={2} size="h3" id={id}>
        3. Import
      </Title>
      {massChange !== null && <MassChange massChange={massChange} agreed={agreed} onAgree={setAgreed} />}
      <Invitations count={check.newWithEmail} means={invitations} checked={invite} onChange={setInvite} />
      <TextInput
        label="Reason (optional)"
        description="Shown in the history of each person, with the name of the file"
        maxLength={constants.SHORT_TEXT_LIMIT}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <div className={classes.buttons}>
        <Button loading={busy} disabled={massChange !== null && !agreed} onClick={confirm}>
          {label}
        </Button>
        <span role="status">{busy && 'Importing. This can take a minute.'}</span>
      </div>
      <div role="alert">{failure !== null && <NotSaved failure={failure.error} button={label} />}</div>
    </section>
  );
}

interface MassChangeProps {
  massChange: MassChangeRead;
  agreed: boolean;
  onAgree: (agreed: boolean) => void;
}

function MassChange({ massChange: { affected, percent, losses }, agreed, onAgree }: MassChangeProps) {
  return (
    <Banner tone="warning" title={`${people(affected)} would lose something.`}>
      <p>They would be deactivated, lose roles, or leave an organization. That is more than {percent}% of:</p>
      <ul>
        {losses.map((loss) => (
          <li key={loss.organization}>
            {loss.organization}: {loss.affected.toLocaleString('en-US')} of {people(loss.active)}
          </li>
        ))}
      </ul>
      <Checkbox
        label={`Yes, ${people(affected)} should lose this`}
        checked={agreed}
        onChange={({ currentTarget }) => onAgree(currentTarget.checked)}
      />
    </Banner>
  );
}

interface InvitationsProps {
  count: number;
  means: InvitationMeans;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

function Invitations({ count, means, checked, onChange }: InvitationsProps) {
  if (count === 0) return null;
  return (
    <Checkbox
      label={`Invite ${count === 1 ? 'the new person' : `the ${people(count).replace('people', 'new people')}`} with an e-mail address`}
      description={
        means.mail
          ? `Each gets a link by e-mail, which is good for ${days(means.days)}.`
          : 'No mail server is set up. You can copy a link for each person on their page.'
      }
      disabled={!means.mail}
      checked={checked}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  );
}
