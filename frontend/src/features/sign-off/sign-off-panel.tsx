import { useQuery } from '@tanstack/react-query';

import { constants } from '@/api/contract/constants.gen';
import { isApiError } from '@/api/errors';
import type { SignOffNoteRead } from '@/api/generated/types.gen';
import { isFields } from '@/api/rules';
import type { ServiceLine, SignOffCalls } from '@/service-lines/define';
import type { Consult } from '@/consults/consult';
import { serviceLineBySlug } from '@/service-lines/registry';
import { useMe } from '@/session/me';
import { formatTimestampWithZone } from '@/shared/lib/dates';
import { fullName } from '@/shared/lib/full-name';
import { Banner } from '@/shared/ui/banner';
import { ErrorState } from '@/shared/ui/error-state';
import { SkeletonCards } from '@/shared/ui/skeleton-card';

import { authorOf } from './author';
import { Documents } from './documents';
import { Faxes } from './fax/faxes';
import { NoteMenu } from './note-menu';
import { signOffsQuery } from './queries';
import classes from './sign-off-panel.module.css';

const FORBIDDEN = 403;

interface SignOffPanelProps {
  consult: Consult;
  /** Whether a dialog of the consult is open, so that none of the note reopens by itself. */
  otherDialogOpen?: boolean;
}

/** The signed note, for users who may view it, or the status of its draft; empty before that. */
export function SignOffPanel({ consult, otherDialogOpen }: SignOffPanelProps) {
  const line = serviceLineBySlug(consult.serviceLineSlug);
  const calls = line?.note ?? line?.signOff ?? null;
  if (line === null || calls === null) return null;
  return <Panel consult={consult} otherDialogOpen={otherDialogOpen} line={line} calls={calls} />;
}

interface PanelProps extends SignOffPanelProps {
  line: ServiceLine;
  calls: Pick<SignOffCalls, 'notes'>;
}

function Panel({ consult, otherDialogOpen, line, calls }: PanelProps) {
  const exists = consult.signOffNote !== null;
  const { data, error, isFetching, refetch } = useQuery({ ...signOffsQuery(consult.id, calls), enabled: exists });
  const note = data?.at(0);
  const me = useMe();
  if (note !== undefined) {
    return (
      <section className={classes.panel} aria-labelledby="sign-off-title">
        <div className={classes.head}>
          <h2 className={classes.title} id="sign-off-title" tabIndex={-1}>
            Sign-off
          </h2>
          {/* One menu for the whole note, so that input survives if someone else adds a version. */}
          {note.status !== 'Draft' && <NoteMenu consult={consult} otherDialogOpen={otherDialogOpen} />}
        </div>
        {note.status === 'Draft' ? (
          <p className={classes.who}>{draftStatus(note, me.id)}</p>
        ) : (
          <>
            <MarkedInError note={note} />
            <Documents note={note} />
            <Faxes consult={consult} versions={note.documentVersions} />
            <SignedNote note={note} line={line} zone={consult.Encounter.location.timeZone} />
          </>
        )}
      </section>
    );
  }
  // For a user who may no longer view the note, a toast refers to the help desk, and nothing about the note is shown.
  if (!exists || isApiError(error, FORBIDDEN)) return null;
  if (error !== null)
    return <ErrorState title="Failed to load sign-off" onRetry={() => void refetch()} retrying={isFetching} />;
  return <SkeletonCards count={1} label="Loading sign-off" />;
}

interface SignedNoteProps {
  note: SignOffNoteRead;
  line: ServiceLine;
  /** The IANA time zone of the bedside. */
  zone: string;
}

/** Shown above everything else about the note. */
function MarkedInError({ note }: { note: SignOffNoteRead }) {
  const error = note.documentVersions.find(({ docType }) => docType === 'Error');
  if (error === undefined) return null;
  return (
    <div className={classes.error}>
      <Banner tone="danger" title="Marked in Error">
        <p>{authorOf(error)}</p>
        {typeof error.content === 'string' && <p className={classes.words}>{error.content}</p>}
      </Banner>
    </div>
  );
}

/** The note as signed, followed by its addenda. */
function SignedNote({ note, line, zone }: SignedNoteProps) {
  const [first, ...added] = note.documentVersions;
  const content = isFields(first?.content) ? first.content : null;
  const voided = note.status === 'MarkedInError';
  return (
    <div
      className={classes.note}
      data-voided={voided || undefined}
      {...(voided && { role: 'group', 'aria-label': 'Note marked in error' })}
    >
      <p className={classes.who}>{signatureOf(note)}</p>
      {content !== null && line.note !== null && <line.note.Facts content={content} zone={zone} />}
      {content !== null && line.signOff !== null && <line.signOff.Facts content={content} contract={line.contract} />}
      {added
        .filter(({ docType }) => docType === 'Addendum')
        .map((addendum) => (
          <section key={addendum.version} className={classes.addendum} aria-label="Addendum">
            <h3 className={classes.subtitle}>Addendum</h3>
            <p className={classes.who}>{authorOf(addendum)}</p>
            <p className={classes.words}>{String(addendum.content)}</p>
          </section>
        ))}
    </div>
  );
}

function draftStatus({ lockedBy, lockedUser }: SignOffNoteRead, myId: number): string {
  if (lockedUser === null) return 'A note has been started but not signed.';
  if (lockedBy === myId) return 'You are writing a note. It is not signed yet.';
  return `${fullName(lockedUser)} is writing a note. It is not signed yet.`;
}

/** Always in the record's time zone, which is named. */
function signatureOf({ signatory, signedOffAt }: SignOffNoteRead): string {
  if (signatory === null || signedOffAt === null) return 'Not signed yet';
  const moment = formatTimestampWithZone(signedOffAt, constants.RECORD_ZONE);
  return `Signed off by ${fullName(signatory)}, ${moment}`;
}
