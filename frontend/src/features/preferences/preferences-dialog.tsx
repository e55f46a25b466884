import { Divider, Modal, Stack, Tabs } from '@mantine/core';

import { type Me, useMe } from '@/session/me';
import { useFocusBack } from '@/shared/hooks/use-focus-back';

import { Appearance } from './appearance';
import { AudioTab } from './audio-tab';
import { FavouriteLocations } from './favourite-locations';
import type { DeviceTabProps } from './device-tab';
import classes from './preferences-dialog.module.css';
import { VideoTab } from './video-tab';

/** What each tab is needed for. */
const tabs = [
  { name: 'General', needs: ['Request'] },
  { name: 'Audio', needs: ['Request', 'Transfer', 'Give'] },
  { name: 'Video', needs: ['Request', 'Transfer', 'Give'] },
] as const;

type TabName = (typeof tabs)[number]['name'];

export interface PreferencesDialogProps extends DeviceTabProps {
  /** The one to begin with; the first when left out. */
  tab?: TabName | undefined;
  onClose: () => void;
}

/** On call in their only role people answer; everybody else may also ask, and sees what asking needs. */
function tabsOf({ checkedInLineIds, roles }: Me): readonly TabName[] {
  const asks = checkedInLineIds.length === 0 || roles.length > 1;
  const wanted: readonly string[] = asks ? ['Request'] : ['Transfer', 'Give'];
  return tabs.filter(({ needs }) => needs.some((need) => wanted.includes(need))).map(({ name }) => name);
}

/** What a user may set for themselves. How the application looks is for everybody and stands below the tabs. */
export function PreferencesDialog({ tab, onClose, onChosen }: PreferencesDialogProps) {
  const shown = tabsOf(useMe());
  const first = tab ?? shown[0] ?? null;
  useFocusBack(true);
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
              <FavouriteLocations />
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
      </Stack>
    </Modal>
  );
}
