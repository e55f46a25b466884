import { Title } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';

import { AuditTrail } from '@/features/admin-audit/audit-trail';
import { usePageTitle } from '@/shared/hooks/use-page-title';

import classes from './audit-page.module.css';
import { PrintedBy } from './printed-by';

const route = getRouteApi('/signed-in/admin/audit');

export function AuditPage() {
  usePageTitle('Audit Trail');
  const address = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <div className={classes.page}>
      <Title order={1}>Audit Trail</Title>
      <PrintedBy />
      <AuditTrail address={address} onFilter={(search) => void navigate({ search })} />
    </div>
  );
}
