import { ActionIcon, Button } from '@mantine/core';
import { getRouteApi, Link, useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

import { runtimeConfig } from '@/api/runtime-config';
import type { Consult } from '@/consults/consult';
import { useConsult } from '@/consults/consult-context';
import { ConsultDetail, type NoteEditing } from '@/features/consult/consult-detail';
import {
  type ConsultPage as ConsultPageContext,
  ConsultPageProvider,
  type ConsultView,
} from '@/features/consult/page-context';
import { TransferOfEntry } from '@/features/consult/transfer/transfer-section';
import { EmergencyBar } from '@/features/emergency-access/emergency-bar';
import { useDismiss } from '@/features/notifications/queries';
import { CommentReaders } from '@/features/paging/comment-readers';
import { ConsultAlerts } from '@/features/paging/consult-alerts';
import { ConsultPages } from '@/features/paging/consult-pages';
import { PagingProgress } from '@/features/paging/paging-progress';
import { useBackup } from '@/features/paging/use-backup';
import { useSeenPages } from '@/features/paging/use-seen-pages';
import { SignOffPanel } from '@/features/sign-off/sign-off-panel';
import { PrintedTimeline } from '@/features/timeline/printed-timeline';
import { Timeline, type TimelineProps } from '@/features/timeline/timeline';
import type { TargetComment } from '@/features/timeline/use-target-comment';
import { useCallControls } from '@/features/video/call-controls';
import { isTalking } from '@/features/video/is-talking';
import { useNotePlace } from '@/features/video/use-note-place';
import { settle, transferArrival } from '@/features/worklist/arrivals';
import { patientName } from '@/patients/patient-name';
import { useCan, useMe } from '@/session/me';
import { useIsMobile } from '@/shared/hooks/use-layout';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { routes } from '@/shared/lib/routes';
import { serverNow } from '@/shared/lib/server-clock';
import { Icon } from '@/shared/ui/icon';
import { Lazy, lazyComponent } from '@/shared/ui/lazy';

import { useSeenNotification } from './use-seen-notification';

const noteEditor = lazyComponent(async () => (await import('@/features/sign-off/note-editor')).NoteEditor);

const consultRoute = getRouteApi('/signed-in/consult/$id/');
const transferRoute = getRouteApi('/signed-in/transfer/$id/');
const legacyRoute = getRouteApi('/signed-in/consult-legacy/$id/{-$force}/{-$cb}');

export function ConsultPage() {
  return <OneConsult {...consultRoute.useParams()} {...consultRoute.useSearch()} list="consults" />;
}

export function TransferPage() {
  return <OneConsult {...transferRoute.useParams()} {...transferRoute.useSearch()} list="transfers" />;
}

export function LegacyConsultPage() {
  const { id, force } = legacyRoute.useParams();
  const { view } = legacyRoute.useSearch();
  return <OneConsult id={id} view={view} list="consults" fresh={force !== undefined} />;
}

const lists = {
  consults: { path: '/consult', backLabel: 'Back to consults' },
  transfers: { path: '/transfer', backLabel: 'Back to transfers' },
} as const;

interface OneConsultProps {
  /** As it appears in the URL, so it may be anything. */
  id: string;
  view?: 'timeline' | undefined;
  acknowledge?: '1' | undefined;
  /** The list that the consult was opened from. */
  list: keyof typeof lists;
  /** Shows nothing that was fetched before the page was opened. */
  fresh?: boolean;
}

/** One consult beside its timeline; a phone shows one at a time, with the back gesture between them. */
function OneConsult({ id, view: requestedView, acknowledge, list, fresh = false }: OneConsultProps) {
  const view: ConsultView = requestedView ?? 'consult';
  const navigate = useNavigate();
  const { history } = useRouter();
  const mayRequest = useCan('Request', 'Consult');
  const mayViewSignOff = useCan('ViewSignoffNoteFor', 'Consult');
  const opensNote = useLocation({ select: ({ state }) => state.opensNote === true });
  const mobile = useIsMobile();
  const target = useShownComment();
  const { question, join, check, ...meeting } = useCallControls();
  const me = useMe();
  usePageTitle('Consult');
  // An opened consult is no longer new, however it was opened.
  useEffect(() => settle(id), [id]);

  const show = (next: ConsultView) => {
    if (next === 'timeline') void navigate({ to: '.', search: (search) => ({ ...search, view: 'timeline' }) });
    else if (history.canGoBack()) history.back();
    else void navigate({ to: '.', search: ({ view: _, ...search }) => search, replace: true });
  };
  const page: ConsultPageContext = {
    view,
    onView: show,
    back: <BackToList list={list} />,
    toList: <ToList list={list} />,
    toRequest: mayRequest && <ToRequest />,
    toEmergency: runtimeConfig().emergencyAccess && <ToEmergency />,
    meeting: {
      ...meeting,
      join: (consult) =>
        join(aboutOf(consult), {
          isAwaited: consult.meetingAttendees.length > 0,
          isElsewhere: consult.meetingAttendees.some((user) => user.id === me.id && !user.unattended),
        }),
      check: (consult) => check(aboutOf(consult)),
    },
    onAcknowledgeAnswered:
      acknowledge === undefined
        ? undefined
        : () => void navigate({ to: '.', search: ({ acknowledge: _, ...search }) => search, replace: true }),
    onNoteOpened: opensNote ? () => void navigate({ to: '.', search: true, state: {}, replace: true }) : undefined,
  };
  return (
    <ConsultPageProvider value={page}>
      <ConsultDetail
        key={id}
        consultId={id}
        fresh={fresh}
        alerts={
          <>
            <EmergencyBar
              link={(other, text) => (
                <Link to="/consult/$id" params={{ id: other }}>
                  {text}
                </Link>
              )}
            />
            <ConsultAlerts />
          </>
        }
        backup={useBackup(id)}
        progress={<PagingProgress />}
        pages={<PagesOfConsult />}
        timeline={<ConsultTimeline target={mobile && view !== 'timeline' ? undefined : target} />}
        signOff={(otherDialogOpen) => mayViewSignOff && <SignOff otherDialogOpen={otherDialogOpen} />}
        note={(editing) => <Note {...editing} />}
        printedTimeline={(onReady) => <PrintedTimeline consultId={id} onReady={onReady} />}
      />
      {question}
    </ConsultPageProvider>
  );
}

function aboutOf({ id, Patient }: Consult) {
  return { consultId: id, title: patientName(Patient) };
}

function ConsultTimeline({ target }: Pick<TimelineProps, 'target'>) {
  const { id, allowedActions, Encounter, hasTransfer } = useConsult();
  const [openedAt] = useState(serverNow);
  // Once it is shown here, its transfer is no longer new in the list.
  useEffect(() => {
    if (hasTransfer) settle(transferArrival(id));
  }, [id, hasTransfer]);
  return (
    <Timeline
      consultId={id}
      allowedActions={allowedActions}
      zone={Encounter.location.timeZone}
      target={target}
      transfer={<TransferOfEntry />}
      below={(comment, isTarget) => <CommentReaders comment={comment} openedAt={openedAt} isTarget={isTarget} />}
    />
  );
}

function PagesOfConsult() {
  const { id } = useConsult();
  useSeenPages(id);
  useSeenNotification(id);
  return <ConsultPages />;
}

function SignOff({ otherDialogOpen }: { otherDialogOpen: boolean }) {
  return <SignOffPanel consult={useConsult()} otherDialogOpen={otherDialogOpen} />;
}

function Note(editing: NoteEditing) {
  const consult = useConsult();
  const place = useNotePlace();
  return (
    <Lazy component={noteEditor} onFailure={editing.onClose}>
      {(NoteEditor) => <NoteEditor {...editing} consult={consult} place={place} isTalking={isTalking} />}
    </Lazy>
  );
}

/** The comment that the user was led to; a notification that did so is dismissed once the comment is visible. */
function useShownComment(): TargetComment | undefined {
  const shown = useLocation({ select: ({ state }) => state.showsComment });
  const navigate = useNavigate();
  const { mutate: dismiss } = useDismiss();
  if (shown === undefined) return undefined;
  return {
    which: 'commentId' in shown ? { id: shown.commentId } : { since: shown.createdAt },
    onSeen: () => {
      if (!('commentId' in shown)) dismiss(shown);
      void navigate({ to: '.', search: true, state: {}, replace: true });
    },
  };
}

function BackToList({ list }: Pick<OneConsultProps, 'list'>) {
  const { path, backLabel } = lists[list];
  return (
    <ActionIcon renderRoot={(props) => <Link to={path} {...props} />} aria-label={backLabel}>
      <Icon name="back" />
    </ActionIcon>
  );
}

function ToList({ list }: Pick<OneConsultProps, 'list'>) {
  const { path, backLabel } = lists[list];
  return (
    <Button variant="default" renderRoot={(props) => <Link to={path} {...props} />}>
      {backLabel}
    </Button>
  );
}

/** The same for every consult that cannot be shown, whether or not there is one, so that it gives nothing away. */
function ToEmergency() {
  return (
    <Button variant="default" renderRoot={(props) => <Link to={routes.emergencyAccess} {...props} />}>
      Emergency access
    </Button>
  );
}

/** Starts a new request at its first step, without any data of this consult. */
function ToRequest() {
  return (
    <Button variant="default" renderRoot={(props) => <Link to={routes.consultLocation} {...props} />}>
      Start a new consult
    </Button>
  );
}
