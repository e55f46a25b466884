import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';

import { isApiError } from '@/api/errors';
import { useViewing } from '@/api/use-live';
import { isConsultId } from '@/consults/consult';
import { ConsultProvider, useConsult } from '@/consults/consult-context';
import { isClosed } from '@/consults/consult-state';
import type { Backup } from '@/consults/on-call-now';
import { consultQuery } from '@/consults/queries';
import type { InfoRowProps } from '@/service-lines/define';
import { useCan } from '@/session/me';
import { useIsMobile } from '@/shared/hooks/use-layout';
import { useSettling } from '@/shared/hooks/use-settling';
import { Banner } from '@/shared/ui/banner';
import { ErrorState } from '@/shared/ui/error-state';
import { Lazy, lazyComponent } from '@/shared/ui/lazy';
import { SkeletonCards } from '@/shared/ui/skeleton-card';

import { AcknowledgeQuestion } from './acknowledge-question';
import { ConsultActions } from './consult-actions';
import classes from './consult-detail.module.css';
import { ConsultDialogs } from './consult-dialogs';
import { ConsultHeader } from './consult-header';
import { ConsultInfo } from './consult-info';
import { ViewSwitch } from './view-switch';
import { ConsultTools } from './consult-tools';
import { CallElsewhere } from './call-elsewhere';
import { ConsultViewers } from './consult-viewers';
import { type ConsultDialogsState, keyOf, useConsultDialogs } from './dialog-state';
import { FailedActions } from './failed-action';
import type { PrintedConsultProps } from './printed-consult';
import { layoutOf } from './offered-actions';
import { useConsultPage } from './page-context';
import { TransferSection } from './transfer/transfer-section';
import { useAcknowledgment } from './use-acknowledgment';
import { useConsultActions } from './use-consult-actions';
import { useEditedToast } from './use-edited-toast';
import { useOnThePhone } from './paging/use-on-the-phone';
import { useOutcome } from './use-outcome';
import { usePrinting } from './use-printing';
import { WaitingFor } from './waiting-for';
import { useConsultTransfer } from './transfer/use-consult-transfer';

const printedConsult = lazyComponent(async () => (await import('./printed-consult')).PrintedConsult);

/** What the note's editor needs to know. */
export interface NoteEditing {
  /** How to complete a consult that is still open, before its note opens. */
  completeType: string | null;
  /** The key under which unsaved input survives a sign-out. */
  draftKey: string;
  onClose: () => void;
}

export interface ConsultDetailProps {
  /** From the URL, so it may be any text. */
  consultId: string;
  /** Shows nothing that was fetched before the page was opened. */
  fresh?: boolean;
  timeline: ReactNode;
  /** What must be noticed before anything else; above all of it, at every width. */
  alerts?: ReactNode;
  /** The number that is called if nobody answers, where it is known. */
  backup?: Backup | undefined;
  /** Who was paged so far, and who is next; once someone has acknowledged the consult, only whether whoever took it over knows. */
  progress?: ReactNode;
  /** Who was paged about it: last, because it grows while the facts are being read. */
  pages: ReactNode;
  /** The sign-off, which opens no dialog by itself while one of the consult is open. */
  signOff: (otherDialogOpen: boolean) => ReactNode;
  /** The editor of the consult's note, while it is open. */
  note?: (editing: NoteEditing) => ReactNode;
  /** The printed timeline, which calls back once it is loaded. */
  printedTimeline: (onReady: () => void) => ReactNode;
}

/** One consult with its timeline: beside it on wide screens, below it on narrower ones, a separate view on a phone. */
export function ConsultDetail({ consultId, ...props }: ConsultDetailProps) {
  return isConsultId(consultId) ? <LoadedConsult consultId={consultId} {...props} /> : <NotFound />;
}

function LoadedConsult({ consultId, fresh = false, ...parts }: ConsultDetailProps) {
  const { data, dataUpdatedAt, error, isFetching, refetch } = useQuery(consultQuery(consultId));
  const [opened] = useState(Date.now);
  const consult = fresh && dataUpdatedAt < opened ? undefined : data;
  // A consult that this user may no longer view disappears immediately.
  if (isApiError(error, 404) || isApiError(error, 403)) return <NotFound />;
  if (consult !== undefined) {
    return (
      <ConsultProvider value={consult}>
        <OpenConsult {...parts} />
      </ConsultProvider>
    );
  }
  if (error === null) return <SkeletonCards count={2} label="Loading consult" />;
  return (
    <LoadFailure onRetry={() => void refetch()} retrying={isFetching}>
      The server did not respond as expected.
    </LoadFailure>
  );
}

function NotFound() {
  return <LoadFailure isMissing>This consult does not exist, or you do not have access to it.</LoadFailure>;
}

interface LoadFailureProps {
  onRetry?: () => void;
  retrying?: boolean;
  /** The likely reason. */
  children: ReactNode;
  isMissing?: boolean;
}

function LoadFailure({ onRetry, retrying = false, children, isMissing = false }: LoadFailureProps) {
  const { back, toList, toEmergency } = useConsultPage();
  const mobile = useIsMobile();
  return (
    <>
      {mobile && <div className={classes.backIcon}>{back}</div>}
      <ErrorState title="Failed to load consult" order={1} onRetry={onRetry} retrying={retrying}>
        {children}
      </ErrorState>
      <div className={classes.backLink}>
        {!mobile && toList}
        {isMissing && toEmergency}
      </div>
    </>
  );
}

type OpenConsultProps = Omit<ConsultDetailProps, 'consultId' | 'fresh'>;

function OpenConsult({ timeline, alerts, backup, progress, pages, signOff, note, printedTimeline }: OpenConsultProps) {
  const consult = useConsult();
  const { view, back, toRequest } = useConsultPage();
  const mobile = useIsMobile();
  const { sentence, heading, announce } = useOutcome();
  const dialogs = useConsultDialogs(consult, heading);
  const printing = usePrinting(consult.id);
  const acknowledgment = useAcknowledgment(consult.id, announce);
  const transfer = useConsultTransfer(consult, announce);
  const onThePhone = useOnThePhone(consult.id, announce);
  const actions = useConsultActions({ dialogs, printing, acknowledgment, onThePhone, transfer });
  useNoteOpening(dialogs);
  useViewing(consult.id);
  useEditedToast(consult.id);
  useScrollToTop(consult.id);

  const buttons = actions.filter(({ weight }) => weight === 'primary' || weight === 'secondary');
  // Ignores the second click of a double click, even while the first call is pending and a closed menu has uncovered something else.
  const acting = buttons.some(({ isImmediate, busy }) => isImmediate && busy);
  const settling = useSettling<HTMLElement>(`${String(acting)} ${layoutOf(buttons)}`);
  const tools = <ConsultTools actions={actions.filter(({ weight }) => weight === 'tool')} />;
  return (
    <div className={classes.detail} id="consult-top">
      <ConsultHeader
        heading={heading}
        start={mobile && back}
        end={mobile ? <ViewSwitch /> : tools}
        tools={mobile && tools}
        short={mobile && view === 'timeline'}
      />
      <div className={classes.alerts}>{alerts}</div>
      <ConsultViewers />
      <div className="wl-visually-hidden" role="status">
        {sentence}
      </div>
      <div className={classes.columns}>
        <section className={classes.consult} aria-label="Consult" hidden={mobile && view !== 'consult'} ref={settling}>
          {isClosed(consult) && <LockedBanner toRequest={toRequest} />}
          <ConsultActions actions={buttons} />
          <CallElsewhere />
          <FailedActions actions={buttons} failed={[acknowledgment.failed, transfer.failed]} />
          <WaitingFor backup={backup} progress={progress} />
          <InfoAndTransfer onEditPhone={actions.find(({ weight }) => weight === 'inline')?.run} />
          {signOff(dialogs.opened !== null)}
          {pages}
        </section>
        <div className={classes.timeline} hidden={mobile && view !== 'timeline'}>
          {timeline}
        </div>
      </div>
      <ConsultDialogs dialogs={dialogs} onDone={announce} />
      <AcknowledgeQuestion acknowledgment={acknowledgment} />
      {dialogs.opened === 'note' &&
        note?.({
          completeType: dialogs.completeType,
          draftKey: keyOf(consult, 'note'),
          onClose: () => dialogs.close(null),
        })}
      {printing.at !== null && <Printout at={printing.at} timeline={printedTimeline} onPrinted={printing.done} />}
      {/* The browser's own print command would leave no audit entry. */}
      <p className={classes.unrecorded}>Press Print Consult Request to print this consult.</p>
    </div>
  );
}

/** The line's facts and the transfer, which the receiving side reads first. */
function InfoAndTransfer(props: Pick<InfoRowProps, 'onEditPhone'>) {
  const isReceiving = useCan('List', 'Transfer');
  return (
    <>
      {isReceiving && <TransferSection />}
      <div className={classes.info}>
        <ConsultInfo {...props} />
      </div>
      {!isReceiving && <TransferSection />}
    </>
  );
}

/** Opens the note for a user who came here to write it. The server decides whether they may. */
function useNoteOpening({ open }: ConsultDialogsState) {
  const { onNoteOpened } = useConsultPage();
  const openNote = useEffectEvent(() => {
    open('note');
    onNoteOpened?.();
  });
  const opensNote = onNoteOpened !== undefined;
  useEffect(() => {
    if (opensNote) openNote();
  }, [opensNote]);
}

/** Another consult starts at its top, not where the last one was scrolled to. */
function useScrollToTop(consultId: string) {
  useEffect(() => {
    document.getElementById('consult-top')?.scrollIntoView();
  }, [consultId]);
}

function Printout(props: PrintedConsultProps) {
  return (
    <Lazy component={printedConsult} onFailure={props.onPrinted}>
      {(PrintedConsult) => <PrintedConsult {...props} />}
    </Lazy>
  );
}

function LockedBanner({ toRequest }: { toRequest: ReactNode }) {
  return (
    <Banner icon="lock" announce="status" actions={toRequest}>
      <p>Consult is completed or cancelled. Start a new consult to continue patient care.</p>
    </Banner>
  );
}
