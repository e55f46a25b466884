import { ActionIcon, Button } from '@mantine/core';
import { Link, useLocation, useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router';

import { ConsultDetail } from '@/features/consult/consult-detail';
import { useDismiss } from '@/features/notifications/queries';
import { SignOffPanel } from '@/features/sign-off/sign-off-panel';
import { PrintedTimeline } from '@/features/timeline/printed-timeline';
import { Timeline } from '@/features/timeline/timeline';
import type { Sought } from '@/features/timeline/use-sought-comment';
import { useCallControls } from '@/features/video/call-controls';
import { patientName } from '@/patients/patient-name';
import { useCan } from '@/session/me';
import { useIsMobile } from '@/shared/hooks/use-layout';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { routes } from '@/shared/lib/routes';
import { Icon } from '@/shared/ui/icon';
import { Lazy, lazyPart } from '@/shared/ui/lazy';

const noteEditor = lazyPart(async () => (await import('@/features/sign-off/note-editor')).NoteEditor);

/** One consult beside its timeline; on a phone each is a place of its own, with the back gesture between them. */
export function ConsultPage() {
  const { id = '', force } = useParams({ strict: false });
  const { view = 'consult' } = useSearch({ strict: false });
  const navigate = useNavigate();
  const { history } = useRouter();
  const mayRequest = useCan('Request', 'Consult');
  const mayViewSignOff = useCan('ViewSignoffNoteFor', 'Consult');
  const opensNote = useLocation({ select: ({ state }) => state.opensNote === true });
  const mobile = useIsMobile();
  const sought = useSoughtComment();
  const { question, join, ...meeting } = useCallControls();
  usePageTitle('Consult');

  const show = (wanted: typeof view | 'consult') => {
    if (wanted === 'timeline') void navigate({ to: '.', search: (search) => ({ ...search, view: 'timeline' }) });
    else if (history.canGoBack()) history.back();
    else void navigate({ to: '.', search: ({ view: _, ...search }) => search, replace: true });
  };
  return (
    <>
      <ConsultDetail
        key={id}
        consultId={id}
        view={view}
        onView={show}
        back={<BackToList />}
        toList={<ToList />}
        toRequest={mayRequest && <ToRequest />}
        fresh={force !== undefined}
        opensNote={opensNote}
        onNoteOpened={() => void navigate({ to: '.', search: true, state: {}, replace: true })}
        meeting={{
          ...meeting,
          join: (consult) => join({ consultId: consult.id, title: patientName(consult.Patient) }),
        }}
        printedTimeline={({ id: consultId }, onReady) => <PrintedTimeline consultId={consultId} onReady={onReady} />}
        note={(consult, editing) => (
          <Lazy part={noteEditor} onFailure={editing.onClose}>
            {(NoteEditor) => <NoteEditor {...editing} consult={consult} />}
          </Lazy>
        )}
        signOff={(consult) => mayViewSignOff && <SignOffPanel consult={consult} />}
        timeline={({ id: consultId, allowedActions, Encounter }) => (
          <Timeline
            consultId={consultId}
            allowedActions={allowedActions}
            zone={Encounter.location.timeZone}
            sought={mobile && view !== 'timeline' ? undefined : sought}
          />
        )}
      />
      {question}
    </>
  );
}

/** The urgent comment that a notification led here for; its notification is dismissed once the comment is on the screen. */
function useSoughtComment(): Sought | undefined {
  const notification = useLocation({ select: ({ state }) => state.showsComment });
  const navigate = useNavigate();
  const { mutate: dismiss } = useDismiss();
  if (notification === undefined) return undefined;
  return {
    since: notification.createdAt,
    onSeen: () => {
      dismiss(notification);
      void navigate({ to: '.', search: true, state: {}, replace: true });
    },
  };
}

/** The list that the consult was opened from. */
function useList() {
  const { pathname } = useLocation();
  return pathname.startsWith('/transfer')
    ? ({ path: '/transfer', words: 'Back to transfers' } as const)
    : ({ path: '/consult', words: 'Back to consults' } as const);
}

function BackToList() {
  const { path, words } = useList();
  return (
    <ActionIcon renderRoot={(props) => <Link to={path} {...props} />} aria-label={words}>
      <Icon name="back" />
    </ActionIcon>
  );
}

function ToList() {
  const { path, words } = useList();
  return (
    <Button variant="default" renderRoot={(props) => <Link to={path} {...props} />}>
      {words}
    </Button>
  );
}

/** Nothing of this consult goes along: another request begins with its first step. */
function ToRequest() {
  return <Button renderRoot={(props) => <Link to={routes.consultLocation} {...props} />}>Start a new consult</Button>;
}
