import { Anchor, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import { runtimeConfig } from '@/api/runtime-config';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { Icon } from '@/shared/ui/icon';

import classes from './page.module.css';

export function HelpPage() {
  const { supportPhone } = runtimeConfig();
  usePageTitle('Help and Support');
  return (
    <div className={classes.centered}>
      <div className={classes.card}>
        <Title order={1}>Help and Support</Title>
        <p>Call the help desk at any hour.</p>
        <Anchor href={`tel:${supportPhone.replace(/[^\d+]/g, '')}`} size="lg" fw={600}>
          <Icon name="phone" size={18} /> {supportPhone}
        </Anchor>
        <p className={classes.muted}>
          For emergent consult requests please follow the backup procedure for your location
        </p>
        <p className={classes.muted}>
          At a keyboard, 1 picks the first answer of the question you are at, 2 the second; once more takes it back
          where several may be picked.
        </p>
        <p className={classes.muted}>
          If a call has no camera or microphone: allow Wardline to use them by the sign at the start of the address bar,
          close other programs that use them, then try again in Preferences, where another one can be chosen as well.
        </p>
        <Anchor component={Link} to="/">
          Go to the start
        </Anchor>
      </div>
    </div>
  );
}
