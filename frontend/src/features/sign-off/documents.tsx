import { docTypeLabel } from '@/consults/note-labels';
import type { DocumentVersion, SignOffNoteRead } from '@/api/generated/types.gen';
import { StatusBadge } from '@/shared/ui/status-badge';

import { authorOf } from './author';
import classes from './documents.module.css';

/** The signed versions of the note. Only the current one is available from the note's menu. */
export function Documents({ note }: { note: SignOffNoteRead }) {
  return (
    <ul className={classes.documents} aria-label="Documents">
      {note.documentVersions.map((version) => (
        <SignedVersion key={version.version} signed={version} />
      ))}
    </ul>
  );
}

function SignedVersion({ signed }: { signed: DocumentVersion }) {
  const { docType, docStatus, pdfStatus } = signed;
  if (docType === 'Fax') return null;
  const current = docStatus === 'Current';
  return (
    <li className={classes.document} data-superseded={!current || undefined}>
      <span className={classes.name}>{docTypeLabel(docType)}</span>
      <StatusBadge tone={current ? 'accent' : 'neutral'}>{docStatus}</StatusBadge>
      <EmrStatus signed={signed} />
      {pdfStatus !== null && (
        <StatusBadge tone="danger" icon="alert">
          PDF failed
        </StatusBadge>
      )}
      {/* The banner above the list has the author of this one. */}
      {docType !== 'Error' && <p className={classes.who}>{authorOf(signed)}</p>}
    </li>
  );
}

function EmrStatus({ signed: { sentToEmr, emrDelivery, undeliveredReason } }: { signed: DocumentVersion }) {
  return (
    <>
      {sentToEmr && (
        <StatusBadge tone="success" icon="check">
          Sent to EMR
        </StatusBadge>
      )}
      {emrDelivery === 'waiting' && undeliveredReason === null && <StatusBadge>Sending to EMR</StatusBadge>}
      {emrDelivery === 'waiting' && undeliveredReason !== null && (
        <StatusBadge tone="warning" icon="alert">
          Not in EMR: {undeliveredReason}
        </StatusBadge>
      )}
      {emrDelivery === 'failed' && (
        <StatusBadge tone="danger" icon="alert">
          Not in EMR
        </StatusBadge>
      )}
      {emrDelivery === 'handled' && <StatusBadge>Handled outside Wardline</StatusBadge>}
    </>
  );
}
