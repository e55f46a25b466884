import { Modal, SegmentedControl, Stack, Text, useMantineColorScheme } from '@mantine/core';
import { useId } from 'react';

const schemes = [
  { value: 'auto', label: 'As this computer' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

/** What a user may set for themselves. */
export function PreferencesDialog({ onClose }: { onClose: () => void }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const label = useId();
  return (
    <Modal opened onClose={onClose} title="Preferences" size="lg">
      <Stack gap="xs">
        <Text id={label} fw={550}>
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
    </Modal>
  );
}
