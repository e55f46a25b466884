import type { ReactNode } from 'react';

import type { LineOnCall, PersonOnCall } from '@/api/generated/types.gen';
import { fullName } from '@/shared/lib/full-name';
import { Banner } from '@/shared/ui/banner';
import { Icon } from '@/shared/ui/icon';
import { PhoneLink } from '@/shared/ui/phone-link';

import { isUnstaffed, useOnCall } from './on-call';
import classes from './on-call-now.module.css';

interface OnCallProps {
  line: { readonly id: number; readonly name: string };
}

interface OnCallNowProps extends OnCallProps {
  /** How many people are named; the others are counted. */
  named?: number;
}

/** Who is on call for a line now, in one sentence. */
export function OnCallNow({ line, named = Number.POSITIVE_INFINITY }: OnCallNowProps) {
  const onCall = useOnCall(line.id);
  if (onCall === 'loading') return <span className={classes.now}>Checking who is on call</span>;
  if (onCall === 'unknown') return <Warning>Could not check who is on call.</Warning>;
  if (isUnstaffed(onCall)) {
    return (
      <Warning>
        <span>
          Nobody is on call right now. <LastStep backupNumber={null} />
        </span>
      </Warning>
    );
  }
  return (
    <span className={classes.now}>
      <span>
        On call now: <span className={classes.people}>{namesOf(onCall, named)}</span>
      </span>
    </span>
  );
}

/** The number that is called if nobody answers. */
export interface Backup {
  /** Null where it is not known. */
  readonly number: string | null;
  /** `urged`: whoever asked is told elsewhere on the page to call it themselves. */
  readonly state: 'next' | 'called' | 'urged';
}

interface OnCallNoticeProps extends OnCallProps {
  backup?: Backup | undefined;
  /** What else there is to say, in a line. */
  children?: ReactNode;
}

const unknownBackup: Backup = { number: null, state: 'next' };

/** The same as a notice, which stands out and is announced if nobody is on call. */
export function OnCallNotice({ line, backup = unknownBackup, children }: OnCallNoticeProps) {
  const onCall = useOnCall(line.id);
  if (isUnstaffed(onCall)) {
    return (
      <Banner tone="warning" announce="status" title={nobody(line)}>
        {backup.state !== 'urged' && (
          <p>
            Whoever goes on call next will be paged at once.{' '}
            {backup.state === 'next' && <LastStep backupNumber={backup.number} />}
          </p>
        )}
        {children}
      </Banner>
    );
  }
  return (
    <div className={classes.notice}>
      <OnCallNow line={line} />
      {children}
    </div>
  );
}

/** What happens to a request while nobody is on call. */
function LastStep({ backupNumber }: { backupNumber: string | null }) {
  return (
    <>
      The backup number{' '}
      {backupNumber !== null && (
        <>
          <PhoneLink number={backupNumber} />{' '}
        </>
      )}
      will be called within five minutes.
    </>
  );
}

function Warning({ children }: { children: ReactNode }) {
  return (
    <span className={classes.now} data-tone="warning">
      <Icon name="alert" size="sm" className={classes.icon} />
      {children}
    </span>
  );
}

const nobody = ({ name }: OnCallProps['line']) => `Nobody is on call for ${name} right now.`;

function namesOf({ people, total }: LineOnCall, named: number): string {
  const shown = people.slice(0, named);
  const names = shown.map(nameOf).join('; ');
  return shown.length === total ? names : `${names}; +${total - shown.length} more`;
}

function nameOf({ roleLabel, primary, ...person }: PersonOnCall): string {
  const name = `${fullName(person)}, ${roleLabel}`;
  return primary ? name : `${name} (escalation only)`;
}
