import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';

import { Icon } from '@/shared/ui/icon';
import { Lazy, lazyComponent } from '@/shared/ui/lazy';

import type { WorklistMode } from './mode';
import { useWorklistFilter } from './use-filter';
import classes from './worklist-panel.module.css';

const filterDialog = lazyComponent(async () => (await import('./filter-dialog')).FilterDialog);

/** Opens the filter and shows how many of its groups differ from the default; in the rail, only the icon. */
export function FilterButton({ mode, compact }: { mode: WorklistMode; compact: boolean }) {
  const { filter, apply } = useWorklistFilter(mode);
  const [opened, setOpened] = useState(false);
  const [wanted, setWanted] = useState(false);
  const open = () => {
    setWanted(true);
    setOpened(true);
  };
  return (
    <>
      <UnstyledButton
        className={classes.filter}
        aria-label={filter.count > 0 ? `Filter ${filter.count} active` : 'Filter'}
        aria-haspopup="dialog"
        onClick={open}
        onPointerEnter={filterDialog.preload}
      >
        <Icon name="filter" size="sm" />
        {!compact && 'Filter '}
        {filter.count > 0 && (
          <span className={classes.count} data-figures="">
            {filter.count}
          </span>
        )}
      </UnstyledButton>
      {wanted && (
        <Lazy component={filterDialog} onFailure={() => setWanted(false)}>
          {(FilterDialog) => (
            <FilterDialog
              mode={mode}
              opened={opened}
              applied={filter}
              onClose={() => setOpened(false)}
              onApply={(next) => {
                apply(next);
                setOpened(false);
              }}
            />
          )}
        </Lazy>
      )}
    </>
  );
}
