import { Title } from '@mantine/core';

import { Provisioning } from '@/features/admin-provisioning/provisioning';
import { usePageTitle } from '@/shared/hooks/use-page-title';

import classes from '@/shared/ui/page.module.css';

export function ProvisioningPage() {
  usePageTitle('Provisioning');
  return (
    <div className={classes.list}>
      <Title order={1}>Provisioning</Title>
      <Provisioning />
    </div>
  );
}
