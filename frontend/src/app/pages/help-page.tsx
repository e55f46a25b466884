import { Anchor, Button, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useStore } from 'zustand';

import { runtimeConfig } from '@/api/runtime-config';
import { session } from '@/session/state';
import { useIsMobile } from '@/shared/hooks/use-layout';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { shortcutSheet } from '@/shared/lib/shortcuts';
import { Icon } from '@/shared/ui/icon';

import classes from '@/shared/ui/page.module.css';

export function HelpPage() {
  const { supportPhone } = runtimeConfig();
  usePageTitle('Help and Support');
  const mobile = useIsMobile();
  const hasShortcuts = useStore(session) !== null && !mobile;
  return (
    <div className={classes.centered}>
      <div className={classes.card}>
        <Title order={1}>Help and Support</Title>
        <p>Call the help desk at any time.</p>
        <Anchor href={`tel:${supportPhone.replace(/[^\d+]/g, '')}`} size="lg" fw="var(--mantine-font-weight-bold)">
          <Icon name="phone" size="sm" /> {supportPhone}
        </Anchor>
        <p className={classes.muted}>
          For emergent consult requests please follow the backup procedure for your location
        </p>
        <p className={classes.muted}>
          In a form, press 1 to select the first option of the current question, 2 for the second, and so on. If you can
          select more than one, press the number again to clear it.
        </p>
        {hasShortcuts && (
          <Button variant="default" onClick={() => shortcutSheet.setState(true, true)}>
            Keyboard shortcuts
          </Button>
        )}
        <p className={classes.muted}>
          Camera or microphone not working in a call? Click the icon to the left of the web address to let Wardline use
          it, close other apps that use it, then try again in Preferences. You can also choose another device there.
        </p>
        <Anchor component={Link} to="/">
          Go to the home page
        </Anchor>
      </div>
    </div>
  );
}
