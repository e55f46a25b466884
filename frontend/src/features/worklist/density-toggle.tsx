import { ActionIcon } from '@mantine/core';

import { Icon } from '@/shared/ui/icon';

import { useDensity } from './density';

/** Switches between compact rows and rows with more space. */
export function DensityToggle() {
  const { compact, toggle } = useDensity();
  if (toggle === null) return null;
  return (
    <ActionIcon
      role="switch"
      aria-checked={compact}
      aria-label="Compact rows"
      title={`Compact rows are ${compact ? 'on' : 'off'}`}
      onClick={toggle}
    >
      <Icon name={compact ? 'expand' : 'collapse'} />
    </ActionIcon>
  );
}
