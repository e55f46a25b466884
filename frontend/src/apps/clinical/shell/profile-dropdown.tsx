import { Menu, UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';

import { asksBeforeLogout, LogoutDialog } from '@/features/on-call/logout-dialog';
import type { Me } from '@/session/me';
import { signOut } from '@/session/sign-out';
import { Icon } from '@/shared/ui/icon';
import { Lazy, lazyPart } from '@/shared/ui/lazy';

const preferencesDialog = lazyPart(
  async () => (await import('@/features/preferences/preferences-dialog')).PreferencesDialog,
);
const feedbackDialog = lazyPart(async () => (await import('@/features/feedback/feedback-dialog')).FeedbackDialog);

export interface ProfileDropdownProps {
  me: Me;
  label: string;
  face: ReactNode;
}

export function ProfileDropdown({ me, label, face }: ProfileDropdownProps) {
  const [dialog, setDialog] = useState<'preferences' | 'feedback' | 'logout' | null>(null);
  const close = () => setDialog(null);
  return (
    <>
      <Menu defaultOpened position="bottom-end" width={240} shadow="md">
        <Menu.Target>
          <UnstyledButton aria-label={label}>{face}</UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>
            {me.firstName} {me.lastName}
          </Menu.Label>
          <Menu.Item leftSection={<Icon name="settings" size={18} />} onClick={() => setDialog('preferences')}>
            Preferences
          </Menu.Item>
          <Menu.Item leftSection={<Icon name="comment" size={18} />} onClick={() => setDialog('feedback')}>
            Provide Feedback
          </Menu.Item>
          <Menu.Item leftSection={<Icon name="help" size={18} />} component={Link} to="/help">
            Help &amp; Support
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            leftSection={<Icon name="logout" size={18} />}
            onClick={() => (asksBeforeLogout(me) ? setDialog('logout') : void signOut())}
          >
            Logout
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {dialog === 'preferences' && (
        <Lazy part={preferencesDialog} onFailure={close}>
          {(PreferencesDialog) => <PreferencesDialog onClose={close} />}
        </Lazy>
      )}
      {dialog === 'feedback' && (
        <Lazy part={feedbackDialog} onFailure={close}>
          {(FeedbackDialog) => <FeedbackDialog onClose={close} />}
        </Lazy>
      )}
      {dialog === 'logout' && <LogoutDialog me={me} onClose={close} />}
    </>
  );
}
