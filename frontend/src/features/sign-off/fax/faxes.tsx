import { Button } from '@mantine/core';

import type { DocumentVersion } from '@/api/generated/types.gen';
import { isFields } from '@/api/rules';
import type { Consult } from '@/service-lines/define';

import { authorOf } from '../author';
import classes from './faxes.module.css';
import { mayFax } from './may-fax';
import { useFaxAgain } from './queries';

/** Where a note was faxed to, by whom and when, and how far each fax has come; one that failed can be sent again. */
export function Faxes({ consult, versions }: { consult: Consult; versions: readonly DocumentVersion[] }) {
  const faxes = versions.filter(({ docType }) => docType === 'Fax');
  if (faxes.length === 0) return null;
  return (
    <ul className={classes.faxes} aria-label="Faxes">
      {faxes.map((version) => (
        <Fax key={version.version} consult={consult} fax={version} />
      ))}
    </ul>
  );
}

function Fax({ consult, fax }: { consult: Consult; fax: DocumentVersion }) {
  const { mutate: sendAgain, isPending } = useFaxAgain(consult.id);
  const failed = fax.docStatus === 'Failed';
  const number = numberOf(fax);
  return (
    <li className={classes.fax}>
      <div>
        <span>
          Faxed to <span className={classes.number}>{number}</span>
        </span>{' '}
        <span className={classes.state} data-failed={failed || undefined} aria-live="polite">
          {stateOf(fax)}
        </span>
        <p className={classes.who}>{authorOf(fax)}</p>
      </div>
      {failed && mayFax(consult) && (
        <Button
          variant="default"
          size="xs"
          loading={isPending}
          aria-label={`Send Again to ${number}`}
          onClick={() => sendAgain(fax.version)}
        >
          Send Again
        </Button>
      )}
    </li>
  );
}

/** How far it has come, and why no further; a provider's code in words. */
function stateOf({ docStatus, undeliveredReason }: DocumentVersion): string {
  if (undeliveredReason === null || docStatus === 'Handled') return docStatus;
  const reason = undeliveredReason.replaceAll('_', ' ');
  return docStatus === 'Sending' ? `Delayed: ${reason}` : `${docStatus}: ${reason}`;
}

function numberOf({ content }: DocumentVersion): string {
  return isFields(content) && typeof content.faxNumber === 'string' ? content.faxNumber : '';
}
