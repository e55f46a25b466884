import { Menu, UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';

import { runtimeConfig } from '@/api/runtime-config';
import { needsLogoutPrompt } from '@/features/on-call/logout-dialog';
import { abilityOf, actionLabel, type Me } from '@/session/me';
import { signOut } from '@/session/sign-out';
import { routes } from '@/shared/lib/routes';
import { Icon } from '@/shared/ui/icon';

import { useInCall } from './call-layer';
import { FeedbackSurvey } from '@/features/feedback/feedback-survey';
import { fullName } from '@/shared/lib/full-name';
import { Logout } from './logout';
import { Preferences } from './preferences';
import classes from './profile-menu.module.css';

export interface ProfileDropdownProps {
  me: Me;
  label: string;
  avatar: ReactNode;
}

export function ProfileDropdown({ me, label, avatar }: ProfileDropdownProps) {
  const [dialog, setDialog] = useState<'preferences' | 'feedback' | 'logout' | null>(null);
  const close = () => setDialog(null);
  const kind = actionLabel(me);
  const inCall = useInCall();
  return (
    <>
      <Menu defaultOpened position="bottom-end" width="15rem" shadow="md">
        <Menu.Target>
          <UnstyledButton className="wl-thumb" aria-label={label}>
            {avatar}
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>
            {fullName(me)}
            {kind !== null && <span className={classes.kind}>{kind}</span>}
          </Menu.Label>
          <Menu.Item leftSection={<Icon name="settings" size="sm" />} onClick={() => setDialog('preferences')}>
            Preferences
          </Menu.Item>
          <Menu.Item leftSection={<Icon name="comment" size="sm" />} onClick={() => setDialog('feedback')}>
            Provide Feedback
          </Menu.Item>
          <Menu.Item leftSection={<Icon name="help" size="sm" />} component={Link} to={routes.Help}>
            Help &amp; Support
          </Menu.Item>
          {runtimeConfig().emergencyAccess && abilityOf(me).can('View', 'Consult') && (
            <Menu.Item leftSection={<Icon name="lock" size="sm" />} component={Link} to={routes.emergencyAccess}>
              Emergency Access
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item
            leftSection={<Icon name="logout" size="sm" />}
            onClick={() => (needsLogoutPrompt(me, inCall) ? setDialog('logout') : void signOut())}
          >
            Logout
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {dialog === 'preferences' && <Preferences onClose={close} />}
      {dialog === 'feedback' && <FeedbackSurvey onClose={close} />}
      {dialog === 'logout' && <Logout me={me} onClose={close} />}
    </>
  );
}
