import { ActionIcon, Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';

import { useCan, useMe } from '@/session/me';
import { useIsMobile } from '@/shared/hooks/use-layout';
import { EmptyState } from '@/shared/ui/empty-state';
import { Icon } from '@/shared/ui/icon';

import { useCollapse } from './collapse';
import { Consults } from './consults';
import { DensityToggle } from './density-toggle';
import { FilterButton } from './filter-button';
import { mayList, modeWords, type WorklistMode } from './mode';
import { NameSearch } from './name-search';
import { SoundToggle } from './sound-toggle';
import { Transfers } from './transfers';
import classes from './worklist-panel.module.css';

export interface WorklistPanelProps {
  mode: WorklistMode;
  /** The consult that is open next to the list. */
  selectedId: string | null;
  /** Whether something else takes much of the screen. */
  hasLittleRoom?: boolean;
}

/** The worklist: next to each consult on a wide screen, a separate page on a phone. */
export function WorklistPanel({ mode, selectedId, hasLittleRoom = false }: WorklistPanelProps) {
  const titleId = useId();
  const listId = useId();
  const me = useMe();
  const { collapsed, toggle } = useCollapse(hasLittleRoom);
  const supported = mayList(me, mode);
  const isFull = supported && !collapsed;
  // On a phone the list is the whole page.
  const Title = useIsMobile() ? 'h1' : 'h2';
  const List = mode === 'transfer' ? Transfers : Consults;
  return (
    <section className={classes.panel} data-collapsed={collapsed || undefined} aria-labelledby={titleId}>
      <header className={classes.header}>
        {toggle !== null && <CollapseToggle collapsed={collapsed} controls={listId} onToggle={toggle} />}
        <Title className={collapsed ? 'wl-visually-hidden' : classes.title} id={titleId}>
          {modeWords[mode].title}
        </Title>
        {isFull && <Switches mode={mode} />}
        {supported && <FilterButton mode={mode} compact={collapsed} />}
      </header>
      {isFull && <NameSearch key={mode} mode={mode} />}
      <div className={classes.body} id={listId}>
        {supported ? (
          <List key={mode} selectedId={selectedId} titleId={titleId} collapsed={collapsed} />
        ) : (
          <UnsupportedMode mode={mode} />
        )}
      </div>
      <RequestConsult />
    </section>
  );
}

function Switches({ mode }: { mode: WorklistMode }) {
  return (
    <>
      <DensityToggle />
      <SoundToggle mode={mode} />
    </>
  );
}

interface CollapseToggleProps {
  collapsed: boolean;
  controls: string;
  onToggle: () => void;
}

function CollapseToggle({ collapsed, controls, onToggle }: CollapseToggleProps) {
  return (
    <ActionIcon
      size="var(--wl-touch)"
      aria-label="Full list"
      aria-expanded={!collapsed}
      aria-controls={controls}
      title={collapsed ? 'Expand list' : 'Collapse list'}
      onClick={onToggle}
    >
      <Icon name={collapsed ? 'chevron-right' : 'chevron-left'} />
    </ActionIcon>
  );
}

/** Within reach of the thumb; a wide screen has it in the navigation. */
function RequestConsult() {
  const mobile = useIsMobile();
  const mayRequest = useCan('Request', 'Consult');
  if (!mobile || !mayRequest) return null;
  return (
    <div className={classes.footer}>
      <Button
        renderRoot={(props) => <Link to="/request-wizard" {...props} />}
        leftSection={<Icon name="plus" />}
        radius="xl"
        fullWidth
      >
        Request Consult
      </Button>
    </div>
  );
}

function UnsupportedMode({ mode }: { mode: WorklistMode }) {
  return (
    <div className={classes.scroller}>
      <EmptyState title="This list is not available">
        Your role does not have access to {modeWords[mode].noun}.
      </EmptyState>
    </div>
  );
}
