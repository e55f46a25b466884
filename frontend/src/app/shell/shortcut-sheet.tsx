import { Kbd, Modal, Stack, Switch, Text, Title } from '@mantine/core';
import { useStore } from 'zustand';

import { enableShortcuts, type ShortcutGroup, shortcutGroups, shortcutsEnabled } from '@/shared/lib/shortcuts';

import classes from './shortcut-sheet.module.css';

export interface ShortcutSheetProps {
  userId: number;
  onClose: () => void;
}

/** The shortcuts that work on this page, and the switch that turns them off. */
export function ShortcutSheet({ userId, onClose }: ShortcutSheetProps) {
  const groups = byTitle(useStore(shortcutGroups));
  const enabled = useStore(shortcutsEnabled);
  return (
    <Modal opened onClose={onClose} title="Keyboard Shortcuts">
      <Stack gap="md">
        <Switch
          label="Use single-key shortcuts"
          checked={enabled}
          onChange={(event) => enableShortcuts(userId, event.currentTarget.checked)}
        />
        {groups.length === 0 && <Text>This page has no shortcuts.</Text>}
        {groups.map(({ title, shortcuts }) => (
          <section key={title}>
            <Title order={3}>{title}</Title>
            <dl className={classes.keys}>
              {shortcuts.map(({ key, label }) => (
                <div key={key} className={classes.row}>
                  <dt>{label}</dt>
                  <dd>
                    <Kbd>{key.length === 1 ? key.toUpperCase() : key}</Kbd>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </Stack>
    </Modal>
  );
}

/** Several components of a page may list their shortcuts under one heading. */
function byTitle(groups: readonly ShortcutGroup[]): readonly ShortcutGroup[] {
  const titles = [...new Set(groups.map(({ title }) => title))];
  return titles.map((title) => ({
    title,
    shortcuts: groups.filter((group) => group.title === title).flatMap(({ shortcuts }) => shortcuts),
  }));
}
