import { Button, Text } from '@mantine/core';
import { useEffect } from 'react';
import { useStore } from 'zustand';

import { askForNotifications, mayNotify, notificationPermission } from '@/shared/lib/browser-notifications';
import { Icon } from '@/shared/ui/icon';

import classes from './alerts.module.css';

/** Offers notifications of the browser, if the user has not answered yet; a browser asks only after a press. */
export function AskForNotifications() {
  const permission = useStore(notificationPermission);
  useEffect(() => void mayNotify(), []);
  if (permission !== 'default') return null;
  return (
    <div className={classes.ask}>
      <Text size="sm">While Wardline is in the background, your browser can show what waits for you.</Text>
      <Button variant="default" leftSection={<Icon name="bell" size="sm" />} onClick={() => void askForNotifications()}>
        Allow Notifications
      </Button>
    </div>
  );
}
