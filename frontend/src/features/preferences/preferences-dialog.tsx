import { Button, Divider, Modal, Stack, Tabs } from '@mantine/core';

import { type Me, useMe } from '@/session/me';
import { useRestoreFocus } from '@/shared/hooks/use-restore-focus';

import { Appearance } from './appearance';
import { AudioTab } from './audio-tab';
import { CallKeysSwitch } from './call-keys-switch';
import { FavoriteLocations } from './favorite-locations';
import type { DeviceTabProps } from './device-tab';
import classes from './preferences-dialog.module.css';
import { VideoTab } from './video-tab';

/** What each tab is for. */
const tabs = [
  { name: 'General', needs: ['Request'] },
  { name: 'Audio', needs: ['Request', 'Transfer', 'Give'] },
  { name: 'Video', needs: ['Request', 'Transfer', 'Give'] },
] as const;

type TabName = (typeof tabs)[number]['name'];

export interface PreferencesDialogProps extends DeviceTabProps {
  /** The initial tab; the first by default. */
  tab?: TabName | undefined;
  /** Opens the paging settings; undefined for users who cannot be paged. */
  onOpenPaging?: (() => void) | undefined;
  onClose: () => void;
}

/** A user on call in their only role just responds to consults; all others may also request them, and see the tabs for that. */
function tabsOf({ checkedInLineIds, roles }: Me): readonly TabName[] {
  const mayRequest = checkedInLineIds.length === 0 || roles.length > 1;
  const wanted: readonly string[] = mayRequest ? ['Request'] : ['Transfer', 'Give'];
  return tabs.filter(({ needs }) => needs.some((need) => wanted.includes(need))).map(({ name }) => name);
}

/** The user's own settings. What does not belong to one of the specified tabs is below them. */
export function PreferencesDialog({ tab, onOpenPaging, onClose, onChosen }: PreferencesDialogProps) {
  const shown = tabsOf(useMe());
  const first = tab ?? shown[0] ?? null;
  useRestoreFocus(true);
  return (
    <Modal opened onClose={onClose} title="Preferences" size="lg" returnFocus={false}>
      <Stack gap="md">
        <Tabs defaultValue={first} keepMounted={false}>
          <Tabs.List grow>
            {shown.map((name) => (
              <Tabs.Tab key={name} value={name} className={classes.tab} data-autofocus={name === first || undefined}>
                {name}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <div className={classes.panel}>
            <Tabs.Panel value="General">
              <FavoriteLocations />
            </Tabs.Panel>
            <Tabs.Panel value="Audio">
              <AudioTab onChosen={onChosen} />
            </Tabs.Panel>
            <Tabs.Panel value="Video">
              <VideoTab onChosen={onChosen} />
            </Tabs.Panel>
          </div>
        </Tabs>
        <Divider />
        <Appearance />
        <CallKeysSwitch />
        {onOpenPaging !== undefined && (
          <Button variant="default" onClick={onOpenPaging}>
            Paging Settings
          </Button>
        )}
      </Stack>
    </Modal>
  );
}
