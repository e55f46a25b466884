import { SegmentedControl, Stack, Text, useMantineColorScheme } from '@mantine/core';
import { useId } from 'react';

const schemes = [
  { value: 'auto', label: 'Use system setting' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

/** Light or dark, stored in this browser. */
export function Appearance() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const label = useId();
  return (
    <Stack gap="xs">
      <Text id={label} fw="var(--mantine-font-weight-medium)">
        Appearance
      </Text>
      <SegmentedControl
        aria-labelledby={label}
        data={[...schemes]}
        value={colorScheme}
        onChange={setColorScheme}
        fullWidth
      />
    </Stack>
  );
}
