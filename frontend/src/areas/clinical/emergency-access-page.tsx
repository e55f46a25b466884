import { Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';

import { runtimeConfig } from '@/api/runtime-config';
import { EmergencyAccessForm } from '@/features/emergency-access/emergency-access-form';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { EmptyState } from '@/shared/ui/empty-state';

import classes from '@/shared/ui/page.module.css';

export function EmergencyAccessPage() {
  const navigate = useNavigate();
  usePageTitle('Emergency Access');
  return (
    <div className={classes.list}>
      <Title order={1}>Emergency Access</Title>
      {runtimeConfig().emergencyAccess ? (
        <EmergencyAccessForm onOpen={(id) => void navigate({ to: '/consult/$id', params: { id } })} />
      ) : (
        <EmptyState icon="lock" title="Emergency access is not offered here">
          Call the service line, or ask an administrator for access.
        </EmptyState>
      )}
    </div>
  );
}
