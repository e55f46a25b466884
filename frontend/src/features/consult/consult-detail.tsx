import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';

import { isApiError } from '@/api/errors';
import { useViewing } from '@/api/use-live';
import type { Consult } from '@/consults/consult';
import { useIsMobile } from '@/shared/hooks/use-layout';
import { Banner } from '@/shared/ui/banner';
import { ErrorState } from '@/shared/ui/error-state';
import { Lazy, lazyPart } from '@/shared/ui/lazy';
import { SkeletonCards } from '@/shared/ui/skeleton-card';

import { ConsultActions } from './consult-actions';
import classes from './consult-detail.module.css';
import { ConsultDialogs } from './consult-dialogs';
import { ConsultHeader } from './consult-header';
import { ConsultInfo } from './consult-info';
import { ConsultPlaces, type ConsultView } from './consult-places';
import { ConsultTools } from './consult-tools';
import { ConsultViewers } from './consult-viewers';
import { type ConsultDialogsState, keyOf, useConsultDialogs } from './dialog-state';
import type { PrintedConsultProps } from './printed-consult';
import { consultQuery } from '@/consults/queries';
import { useEditedToast } from './use-edited-toast';
import { useOutcome } from './use-outcome';
import { usePrinting } from './use-printing';
import type { MeetingControls } from './ways-in';
import { isClosed } from '@/consults/consult-state';
import { isConsultId } from '@/consults/consult';

const printedConsult = lazyPart(async () => (await import('./printed-consult')).PrintedConsult);

/** What the editor of a note is opened with. */
export interface NoteEditing {
  /** How to complete a consult that is still open, before its note opens. */
  completeType: string | null;
  /** Names the place of what is typed, which is kept over a sign-out. */
  draftKey: string;
  onClose: () => void;
}

export interface ConsultDetailProps {
  /** As it stands in the address, so it may be anything. */
  consultId: string;
  /** The place that a phone shows; wide screens show both. */
  view: ConsultView;
  onView: (view: ConsultView) => void;
  /** A phone's way back to the list. */
  back: ReactNode;
  /** A wide screen's way back to the list from a consult that cannot be shown. */
  toList?: ReactNode;
  /** The way to another request, for who may ask for one. */
  toRequest?: ReactNode;
  timeline: (consult: Consult) => ReactNode;
  /** What was signed about it. */
  signOff?: (consult: Consult) => ReactNode;
  /** The ways into its meeting in the app. */
  meeting?: MeetingControls | undefined;
  /** The editor of its note, while that is open. */
  note?: (consult: Consult, editing: NoteEditing) => ReactNode;
  /** Somebody came here to write its note. */
  opensNote?: boolean;
  /** Called as soon as the note is being opened for that. */
  onNoteOpened?: () => void;
  /** The timeline on paper, which calls back once it is there. */
  printedTimeline: (consult: Consult, onReady: () => void) => ReactNode;
  /** Shows nothing that was fetched before the page was opened. */
  fresh?: boolean;
}

/** One consult with its timeline: at its right on wide screens, below it otherwise, a place of its own on a phone. */
export function ConsultDetail(props: ConsultDetailProps) {
  return isConsultId(props.consultId) ? <LoadedConsult {...props} /> : <NotThere {...props} />;
}

function LoadedConsult(props: ConsultDetailProps) {
  const { data, dataUpdatedAt, error, isFetching, refetch } = useQuery(consultQuery(props.consultId));
  const [opened] = useState(Date.now);
  const consult = props.fresh === true && dataUpdatedAt < opened ? undefined : data;
  // Nothing of a consult stays on the screen once this user may not see it.
  if (isApiError(error, 404) || isApiError(error, 403)) return <NotThere {...props} />;
  if (consult !== undefined) return <OpenConsult {...props} consult={consult} />;
  if (error === null) return <SkeletonCards count={2} label="Loading consult" />;
  return (
    <LoadFailure {...props} onRetry={() => void refetch()} retrying={isFetching}>
      The server did not respond as expected.
    </LoadFailure>
  );
}

function NotThere(props: ConsultDetailProps) {
  return <LoadFailure {...props}>This consult does not exist, or you do not have access to it.</LoadFailure>;
}

interface LoadFailureProps extends Pick<ConsultDetailProps, 'back' | 'toList'> {
  onRetry?: () => void;
  retrying?: boolean;
  /** Why it may be. */
  children: ReactNode;
}

function LoadFailure({ back, toList, onRetry, retrying = false, children }: LoadFailureProps) {
  const mobile = useIsMobile();
  return (
    <>
      {mobile && back}
      <ErrorState title="Failed to load consult" order={1} onRetry={onRetry} retrying={retrying}>
        {children}
      </ErrorState>
      {!mobile && <div className={classes.wayOut}>{toList}</div>}
    </>
  );
}

function OpenConsult(props: ConsultDetailProps & { consult: Consult }) {
  const { consult, view, onView, back, toRequest, timeline, signOff, note, printedTimeline } = props;
  const mobile = useIsMobile();
  const { words, heading, tell } = useOutcome();
  const dialogs = useConsultDialogs(consult, heading);
  useNoteOpening(dialogs, props);
  const printing = usePrinting(consult.id);
  useViewing(consult.id);
  useEditedToast(consult.id);
  useEffect(() => {
    // Another consult begins at its top, not where the last one was left.
    document.getElementById('consult-top')?.scrollIntoView();
  }, [consult.id]);

  const mayEditPhone = consult.allowedActions.includes('editBedsidePhone');
  const tools = <ConsultTools consult={consult} onEditPatient={() => dialogs.open('patient')} printing={printing} />;
  return (
    <div className={classes.detail} id="consult-top">
      <ConsultHeader
        consult={consult}
        heading={heading}
        start={mobile && back}
        end={mobile ? <ConsultPlaces view={view} onView={onView} comments={consult.commentCount} /> : tools}
        tools={mobile && tools}
        short={mobile && view === 'timeline'}
      />
      <ConsultViewers consult={consult} />
      <div className="wl-visually-hidden" role="status">
        {words}
      </div>
      <div className={classes.columns}>
        <section className={classes.consult} aria-label="Consult" hidden={mobile && view !== 'consult'}>
          {isClosed(consult) && <LockedBanner toRequest={toRequest} />}
          <ConsultActions consult={consult} dialogs={dialogs} meeting={props.meeting} onDone={tell} />
          <div className={classes.info}>
            <ConsultInfo consult={consult} onEditPhone={mayEditPhone ? () => dialogs.open('phone') : undefined} />
          </div>
          {signOff?.(consult)}
        </section>
        <div className={classes.timeline} hidden={mobile && view !== 'timeline'}>
          {timeline(consult)}
        </div>
      </div>
      <ConsultDialogs consult={consult} dialogs={dialogs} onDone={tell} />
      <OpenNote consult={consult} dialogs={dialogs} note={note} />
      {printing.at !== null && (
        <OnPaper consult={consult} at={printing.at} timeline={printedTimeline} onPrinted={printing.done} />
      )}
      {/* What is printed otherwise is nowhere written down. */}
      <p className={classes.unrecorded}>Press Print Consult Request to print this consult.</p>
    </div>
  );
}

/** Whether it may be opened is for the server to say. */
function useNoteOpening({ open }: ConsultDialogsState, { opensNote = false, onNoteOpened }: ConsultDetailProps) {
  const openNote = useEffectEvent(() => {
    open('note');
    onNoteOpened?.();
  });
  useEffect(() => {
    if (opensNote) openNote();
  }, [opensNote]);
}

interface OpenNoteProps {
  consult: Consult;
  dialogs: ConsultDialogsState;
  note: ConsultDetailProps['note'];
}

function OpenNote({ consult, dialogs: { opened, completeType, close }, note }: OpenNoteProps) {
  if (opened !== 'note' || note === undefined) return null;
  return note(consult, {
    completeType,
    draftKey: keyOf(consult, 'note'),
    onClose: () => close(null),
  });
}

function OnPaper(props: PrintedConsultProps) {
  return (
    <Lazy part={printedConsult} onFailure={props.onPrinted}>
      {(PrintedConsult) => <PrintedConsult {...props} />}
    </Lazy>
  );
}

function LockedBanner({ toRequest }: Pick<ConsultDetailProps, 'toRequest'>) {
  return (
    <Banner icon="lock" announce="status" actions={toRequest}>
      <p>Consult is completed or cancelled. Start a new consult to continue patient care.</p>
    </Banner>
  );
}
