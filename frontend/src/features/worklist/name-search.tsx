import { useDebouncedCallback } from '@mantine/hooks';
import { useRef, useState } from 'react';

import { useIsMobile } from '@/shared/hooks/use-layout';
import { useShortcuts } from '@/shared/hooks/use-shortcuts';
import { SearchField } from '@/shared/ui/search-field';

import type { WorklistMode } from './mode';
import { useWorklistFilter } from './use-filter';
import classes from './worklist-panel.module.css';

const DEBOUNCE_MS = 300;

/** Searches patients by name without opening the filter; both share the same text. */
export function NameSearch({ mode }: { mode: WorklistMode }) {
  const { filter, apply } = useWorklistFilter(mode);
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(filter.searchString);
  const [applied, setApplied] = useState(filter.searchString);
  if (filter.searchString !== applied) {
    // Changed or reset in the filter.
    setApplied(filter.searchString);
    setTyped(filter.searchString);
  }
  const search = useDebouncedCallback((text: string) => {
    const searchString = text.trim();
    // Applying an unchanged filter would load the list again.
    if (searchString === filter.searchString) return;
    setApplied(searchString);
    apply({ searchString });
  }, DEBOUNCE_MS);
  const mobile = useIsMobile();
  useShortcuts('List', mobile ? [] : [{ key: '/', label: 'Find a patient', run: () => input.current?.focus() }]);
  return (
    <div className={classes.search}>
      <SearchField
        ref={input}
        placeholder="Find a patient by name"
        value={typed}
        onChange={(text) => {
          setTyped(text);
          search(text);
        }}
      />
    </div>
  );
}
