import { Button } from '@mantine/core';

import type { DocumentVersion } from '@/api/generated/types.gen';
import { isFields } from '@/api/rules';
import type { Consult } from '@/consults/consult';
import { capitalize } from '@/shared/lib/capitalize';
import type { IconName } from '@/shared/ui/icon';
import { StatusBadge, type Tone } from '@/shared/ui/status-badge';

import { authorOf } from '../author';
import classes from './faxes.module.css';
import { canFax } from './can-fax';
import { useResendFax } from './queries';

/** The faxes of a note: to which number, by whom, when, and the status of each; a failed fax can be sent again. */
export function Faxes({ consult, versions }: { consult: Consult; versions: readonly DocumentVersion[] }) {
  const faxes = versions.filter(({ docType }) => docType === 'Fax');
  if (faxes.length === 0) return null;
  const current = versions.findLast(({ docType }) => docType !== 'Fax')?.version;
  return (
    <ul className={classes.faxes} aria-label="Faxes">
      {faxes.map((version) => (
        <Fax key={version.version} consult={consult} fax={version} current={current} />
      ))}
    </ul>
  );
}

interface FaxProps {
  consult: Consult;
  fax: DocumentVersion;
  /** The current version; older ones cannot be sent again. */
  current: number | undefined;
}

function Fax({ consult, fax, current }: FaxProps) {
  const { mutate: sendAgain, isPending } = useResendFax(consult.id);
  const { faxNumber, version } = faxContentOf(fax);
  const { tone, icon } = statusStyles[fax.docStatus] ?? {};
  const reason = reasonOf(fax);
  return (
    <li className={classes.fax}>
      <div className={classes.words}>
        <span className={classes.title}>
          Fax to <span className={classes.number}>{faxNumber}</span>
        </span>{' '}
        <span className={classes.status} aria-live="polite">
          <StatusBadge tone={tone} icon={icon}>
            {fax.docStatus}
          </StatusBadge>
          {reason !== null && <span className={classes.reason}> {reason}</span>}
        </span>
        <p className={classes.who}>{authorOf(fax)}</p>
      </div>
      {fax.docStatus === 'Failed' && version === current && canFax(consult) && (
        <Button
          variant="default"
          size="sm"
          loading={isPending}
          aria-label={`Send Again to ${faxNumber}`}
          onClick={() => sendAgain(fax.version)}
        >
          Send Again
        </Button>
      )}
    </li>
  );
}

const statusStyles: Partial<Record<DocumentVersion['docStatus'], { tone: Tone; icon: IconName }>> = {
  Sent: { tone: 'success', icon: 'check' },
  Failed: { tone: 'danger', icon: 'alert' },
};

/** Why the fax has failed or is delayed. */
function reasonOf({ docStatus, undeliveredReason }: DocumentVersion): string | null {
  if (undeliveredReason === null || docStatus === 'Handled') return null;
  return docStatus === 'Sending' ? `Delayed: ${undeliveredReason}` : capitalize(undeliveredReason);
}

/** The fax number, and the version of the note that was faxed. */
function faxContentOf({ content }: DocumentVersion) {
  const { faxNumber, version } = isFields(content) ? content : {};
  return { faxNumber: typeof faxNumber === 'string' ? faxNumber : '', version };
}
