import { Button, Drawer, Stack } from '@mantine/core';

import { Link } from '@tanstack/react-router';

import { useMe } from '@/session/me';
import { useSidePanelSize } from '@/shared/hooks/use-layout';
import { Icon } from '@/shared/ui/icon';

import type { AppPanelProps } from './app-panel-props';
import { applicationsOf, type InternalApplication, type ExternalApplication } from './applications';

export function AppPanelDrawer({ opened, onClose }: AppPanelProps) {
  const applications = applicationsOf(useMe());
  return (
    <Drawer opened={opened} onClose={onClose} title="Applications" position="left" size={useSidePanelSize()}>
      <Stack gap="xs">
        {applications.map((application) =>
          'to' in application ? (
            <InternalLink key={application.label} {...application} onClick={onClose} />
          ) : (
            <ExternalLink key={application.label} {...application} />
          ),
        )}
      </Stack>
    </Drawer>
  );
}

function InternalLink({ label, to, onClick }: InternalApplication & { onClick: () => void }) {
  return (
    <Button component={Link} to={to} variant="default" justify="flex-start" onClick={onClick}>
      {label}
    </Button>
  );
}

function ExternalLink({ label, url }: ExternalApplication) {
  return (
    <Button
      component="a"
      href={url()}
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
