import { Button, Drawer, Stack } from '@mantine/core';

import { Link } from '@tanstack/react-router';

import { runtimeConfig } from '@/api/runtime-config';
import { useSidePanelSize } from '@/shared/hooks/use-layout';
import { routes } from '@/shared/lib/routes';
import { Icon } from '@/shared/ui/icon';

import type { AppPanelProps } from './app-panel-props';

export function AppPanelDrawer({ opened, onClose, admin, reporting }: AppPanelProps) {
  const { adminUrl, reportingUrl } = runtimeConfig();
  return (
    <Drawer opened={opened} onClose={onClose} title="Applications" position="left" size={useSidePanelSize()}>
      <Stack gap="xs">
        {admin && <Application href={adminUrl} label="Admin" />}
        {admin && (
          <Button
            component={Link}
            to={routes.deliveryProblems}
            variant="default"
            justify="flex-start"
            onClick={onClose}
          >
            Undelivered Notes
          </Button>
        )}
        {reporting && <Application href={reportingUrl} label="Reporting" />}
      </Stack>
    </Drawer>
  );
}

function Application({ href, label }: { href: string; label: string }) {
  return (
    <Button
      component="a"
      href={href}
      target="_blank"
      rel="noopener"
      variant="default"
      justify="space-between"
      rightSection={<Icon name="external" size="sm" />}
    >
      {label}
    </Button>
  );
}
