import { Button } from '@mantine/core';
import { useState } from 'react';

import { Icon } from '@/shared/ui/icon';
import { Lazy, lazyPart } from '@/shared/ui/lazy';

import { useWorklistFilter } from './filter-store';
import classes from './worklist-panel.module.css';

const filterDialog = lazyPart(async () => (await import('./filter-dialog')).FilterDialog);

/** Opens the filter and shows in how many ways the list differs from the usual one. */
export function FilterButton() {
  const [filter, change] = useWorklistFilter();
  const [opened, setOpened] = useState(false);
  const [wanted, setWanted] = useState(false);
  const open = () => {
    setWanted(true);
    setOpened(true);
  };
  return (
    <>
      <Button
        variant="default"
        size="sm"
        leftSection={<Icon name="filter" size={18} />}
        rightSection={
          filter.count > 0 && (
            <span className={classes.count} data-figures="">
              {filter.count}
            </span>
          )
        }
        aria-label={filter.count > 0 ? `Filter, ${filter.count} active` : undefined}
        aria-haspopup="dialog"
        onClick={open}
        onPointerEnter={filterDialog.anticipate}
      >
        Filter
      </Button>
      {wanted && (
        <Lazy part={filterDialog} onFailure={() => setWanted(false)}>
          {(FilterDialog) => (
            <FilterDialog
              opened={opened}
              applied={filter}
              onClose={() => setOpened(false)}
              onApply={(next) => {
                change(next);
                setOpened(false);
              }}
            />
          )}
        </Lazy>
      )}
    </>
  );
}
