import type { PlaceChoices } from '@/api/generated/types.gen';
import { Answers, Group } from '@/versions/group';
import classes from '@/versions/versions.module.css';

/** What staff do when nobody answers; the same for all units. */
export function Backup({ choices: { backupNumber, supportPhone } }: { choices: PlaceChoices }) {
  return (
    <Group title="Backup procedure">
      <Answers
        answers={[
          { label: 'Phone number if nobody answers a request', answer: backupNumber },
          { label: 'Help desk', answer: supportPhone },
        ]}
      />
      <p className={classes.fine}>
        These numbers are the same for all units. Whoever operates Wardline sets them (WARDLINE_BACKUP_NUMBER and
        WARDLINE_SUPPORT_PHONE); an escalation policy can have a backup number of its own.
      </p>
    </Group>
  );
}
