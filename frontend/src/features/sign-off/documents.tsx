import type { DocumentVersion, SignOffNoteRead } from '@/api/generated/types.gen';
import type { Consult } from '@/service-lines/define';
import { StatusBadge } from '@/shared/ui/status-badge';

import { authorOf } from './author';
import classes from './documents.module.css';
import { NoteMenu } from './note-menu';

const names = { Note: 'Note', Addendum: 'Addendum', Error: 'Marked in Error' } as const;

/** What was signed, version by version; only the current one can be worked with. */
export function Documents({ consult, note }: { consult: Consult; note: SignOffNoteRead }) {
  return (
    <ul className={classes.documents} aria-label="Documents">
      {note.documentVersions.map((version) => (
        <SignedVersion key={version.version} consult={consult} signed={version} />
      ))}
    </ul>
  );
}

function SignedVersion({ consult, signed }: { consult: Consult; signed: DocumentVersion }) {
  const { docType, docStatus, sentToEmr, pdfStatus } = signed;
  if (docType === 'Fax') return null;
  const current = docStatus === 'Current';
  return (
    <li className={classes.document} data-superseded={!current || undefined}>
      <div className={classes.words}>
        <span className={classes.name}>{names[docType]}</span>
        <StatusBadge tone={current ? 'accent' : 'neutral'}>{docStatus}</StatusBadge>
        {sentToEmr && (
          <StatusBadge tone="success" icon="check">
            Sent to EMR
          </StatusBadge>
        )}
        {pdfStatus !== null && (
          <StatusBadge tone="danger" icon="alert">
            PDF failed
          </StatusBadge>
        )}
        <p className={classes.who}>{authorOf(signed)}</p>
      </div>
      {current && <NoteMenu consult={consult} />}
    </li>
  );
}
