import { ActionIcon, Button, NativeSelect, SegmentedControl } from '@mantine/core';

import { useIsMobile } from '@/shared/hooks/use-layout';
import type { CallSchedulesSearch } from '@/shared/lib/search-params';
import { Icon } from '@/shared/ui/icon';

import type { PlannedLine } from './lines';
import { type Period, periodInWords, type View, viewOf } from './period';
import classes from './toolbar.module.css';

const views: readonly { value: View; label: string }[] = [
  { value: 'days', label: '14 Days' },
  { value: 'month', label: 'Month' },
  { value: 'list', label: 'List' },
];

export interface ToolbarProps {
  period: Period;
  lines: readonly PlannedLine[];
  search: CallSchedulesSearch;
  onSearch: (change: CallSchedulesSearch) => void;
}

/** Which days, which line, and whether as bars or as a list; a phone shows lists only. */
export function Toolbar({ period, lines, search, onSearch }: ToolbarProps) {
  const isMobile = useIsMobile();
  const choices = isMobile ? views.filter(({ value }) => value !== 'list') : views;
  const view = viewOf(search.view);
  return (
    <div className={classes.toolbar} role="group" aria-label="What the calendar shows">
      <div className={classes.steps}>
        <ActionIcon
          variant="default"
          className="wl-thumb"
          aria-label={period.view === 'month' ? 'Previous month' : 'Previous 14 days'}
          onClick={() => onSearch({ from: period.previous })}
        >
          <Icon name="chevron-left" size="sm" />
        </ActionIcon>
        <Button variant="default" size="sm" onClick={() => onSearch({ from: undefined })}>
          Today
        </Button>
        <ActionIcon
          variant="default"
          className="wl-thumb"
          aria-label={period.view === 'month' ? 'Next month' : 'Next 14 days'}
          onClick={() => onSearch({ from: period.next })}
        >
          <Icon name="chevron-right" size="sm" />
        </ActionIcon>
      </div>
      <h2 className={classes.period} aria-live="polite">
        {periodInWords(period)}
      </h2>
      {lines.length > 1 && (
        <NativeSelect
          className={classes.line}
          aria-label="Service Line"
          value={search.line ?? ''}
          data={[
            { value: '', label: 'All service lines' },
            ...lines.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={({ currentTarget }) => onSearch({ line: currentTarget.value || undefined })}
        />
      )}
      <SegmentedControl
        aria-label="View"
        data={[...choices]}
        value={isMobile && view === 'list' ? 'days' : view}
        onChange={(chosen) => onSearch({ view: chosen === 'days' ? undefined : chosen })}
      />
    </div>
  );
}
