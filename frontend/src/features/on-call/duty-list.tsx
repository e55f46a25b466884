import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import type { CheckInRead } from '@/api/generated/types.gen';
import { useMe } from '@/session/me';
import { notificationLabel } from '@/shared/lib/notification-label';
import { ErrorState } from '@/shared/ui/error-state';

import { choosesNotifications, freeLines, roleLabel } from './duty';
import classes from './duty-list.module.css';
import { checkInsQuery } from './queries';

interface DutyListProps {
  onChange: (duty: CheckInRead) => void;
  onAdd: () => void;
}

/** The user's check-ins, also those made on another device, each to be changed, and a button for one more. */
export function DutyList({ onChange, onAdd }: DutyListProps) {
  const me = useMe();
  const { data, isError, isFetching, refetch } = useQuery(checkInsQuery);
  if (data === undefined && isError)
    return <ErrorState title="Failed to load your check-ins" onRetry={() => void refetch()} retrying={isFetching} />;
  return (
    <>
      <ul className={classes.duties} aria-label="Your check-ins" aria-busy={data === undefined}>
        {data?.map((duty) => (
          <Duty key={duty.id} duty={duty} onChange={() => onChange(duty)} />
        ))}
      </ul>
      {freeLines(me).length > 0 && (
        <Button variant="default" onClick={onAdd}>
          Add Service Line
        </Button>
      )}
    </>
  );
}

function Duty({ duty, onChange }: { duty: CheckInRead; onChange: () => void }) {
  const { activeServiceLines, roles } = useMe();
  const line = activeServiceLines.find(({ id }) => id === duty.serviceLineId);
  const facts = [
    roleLabel(roles, duty.roleId),
    choosesNotifications(line) ? notificationLabel(duty.primary) : null,
    duty.phoneNumber,
  ];
  return (
    <li className={classes.duty}>
      <div>
        <p className={classes.line}>{line?.name}</p>
        <p className={classes.facts} data-figures="">
          {facts.filter(Boolean).join(', ')}
        </p>
      </div>
      <Button
        className="wl-thumb"
        variant="default"
        size="xs"
        aria-label={`Change ${line?.name ?? 'check-in'}`}
        onClick={onChange}
      >
        Change
      </Button>
    </li>
  );
}
