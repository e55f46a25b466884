import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';

import { useCan } from '@/session/me';
import { useIsMobile } from '@/shared/hooks/use-layout';
import { EmptyState } from '@/shared/ui/empty-state';
import { Icon } from '@/shared/ui/icon';

import { Consults } from './consults';
import { FilterButton } from './filter-button';
import { SoundToggle } from './sound-toggle';
import classes from './worklist-panel.module.css';

export type WorklistMode = 'consult' | 'transfer';

export interface WorklistPanelProps {
  mode: WorklistMode;
  /** The consult that is open beside the list. */
  selectedId: string | null;
}

/** The list of what is waiting, beside every consult on a wide screen and a place of its own on a phone. */
export function WorklistPanel({ mode, selectedId }: WorklistPanelProps) {
  const titleId = useId();
  const mobile = useIsMobile();
  const mayRequest = useCan('Request', 'Consult');
  const mayList = useCan('List', 'Consult');
  const supported = mode === 'consult' && mayList;
  return (
    <section className={classes.panel} aria-labelledby={titleId}>
      <header className={classes.header}>
        <h2 className={classes.title} id={titleId}>
          {mode === 'transfer' ? 'Transfers' : 'Consults'}
        </h2>
        {supported && <SoundToggle />}
        {supported && <FilterButton />}
      </header>
      {supported ? <Consults selectedId={selectedId} titleId={titleId} /> : <UnsupportedMode mode={mode} />}
      {mobile && mayRequest && (
        <div className={classes.foot}>
          <Button
            renderRoot={(props) => <Link to="/request-wizard" {...props} />}
            leftSection={<Icon name="plus" />}
            radius="xl"
            fullWidth
          >
            Add a consult
          </Button>
        </div>
      )}
    </section>
  );
}

function UnsupportedMode({ mode }: { mode: WorklistMode }) {
  return (
    <div className={classes.scroller}>
      <EmptyState title="This list is not available">
        {mode === 'transfer'
          ? 'This version of Wardline does not show transfers.'
          : 'Your role does not include the list of consults.'}
      </EmptyState>
    </div>
  );
}
