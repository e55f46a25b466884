import { Outlet, useParams } from '@tanstack/react-router';

import type { WorklistMode } from '@/features/worklist/mode';
import { WorklistPanel } from '@/features/worklist/worklist-panel';
import { useIsMobile } from '@/shared/hooks/use-layout';

import classes from './consult-layout-page.module.css';
import { useHeadingFocus } from '@/shared/hooks/use-heading-focus';

export function ConsultLayoutPage() {
  return <ListAndChild mode="consult" />;
}

export function TransferLayoutPage() {
  return <ListAndChild mode="transfer" />;
}

/** The list beside what was picked from it; on a phone one or the other. */
function ListAndChild({ mode }: { mode: WorklistMode }) {
  const { id } = useParams({ strict: false });
  const mobile = useIsMobile();
  const frame = useHeadingFocus(id, mobile);
  return (
    <div className={classes.split} ref={frame}>
      {(!mobile || id === undefined) && <WorklistPanel mode={mode} selectedId={id ?? null} />}
      {(!mobile || id !== undefined) && (
        <div className={classes.child}>
          <Outlet />
        </div>
      )}
    </div>
  );
}
