import { Outlet, useMatch } from '@tanstack/react-router';

import { call, type CallView } from '@/features/video/call-view';
import type { WorklistMode } from '@/features/worklist/mode';
import { WorklistPanel } from '@/features/worklist/worklist-panel';
import { useHeadingFocus } from '@/shared/hooks/use-heading-focus';
import { useIsMobile } from '@/shared/hooks/use-layout';
import { useStore } from 'zustand';

import classes from './consult-layout-page.module.css';

const idOf = ({ params }: { params: { id: string } }) => params.id;

export function ConsultLayoutPage() {
  const id = useMatch({ from: '/signed-in/consult/$id', shouldThrow: false, select: idOf });
  return <ListAndDetail mode="consult" id={id ?? null} />;
}

export function TransferLayoutPage() {
  const id = useMatch({ from: '/signed-in/transfer/$id', shouldThrow: false, select: idOf });
  return <ListAndDetail mode="transfer" id={id ?? null} />;
}

interface ListAndDetailProps {
  mode: WorklistMode;
  /** The selected consult. */
  id: string | null;
}

const isJoined = (view: CallView | null) => view !== null;

/** The list beside the selected consult; a phone shows one or the other. */
function ListAndDetail({ mode, id }: ListAndDetailProps) {
  const mobile = useIsMobile();
  const inCall = useStore(call, isJoined);
  const frame = useHeadingFocus(id ?? undefined, mobile);
  return (
    <div className={classes.split} ref={frame}>
      {(!mobile || id === null) && <WorklistPanel mode={mode} selectedId={id} hasLittleRoom={inCall && id !== null} />}
      {(!mobile || id !== null) && (
        <div className={classes.child}>
          <Outlet />
        </div>
      )}
    </div>
  );
}
