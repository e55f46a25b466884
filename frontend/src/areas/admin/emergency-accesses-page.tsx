import { Anchor, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import { EmergencyAccesses } from '@/features/admin-emergency-access/emergency-accesses';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { routes } from '@/shared/lib/routes';

import { PrintedBy } from './printed-by';

import classes from '@/shared/ui/page.module.css';

export function EmergencyAccessesPage() {
  usePageTitle('Emergency Access');
  return (
    <div className={classes.list}>
      <Title order={1}>Emergency Access</Title>
      <PrintedBy />
      <EmergencyAccesses
        links={{
          consult: (id, text) => (
            <Anchor underline="always" renderRoot={(props) => <Link {...props} to="/consult/$id" params={{ id }} />}>
              {text}
            </Anchor>
          ),
          audit: ({ user, startedAt, endedAt }, text) => (
            <Anchor
              renderRoot={(props) => (
                <Link {...props} to={routes.audit} search={{ person: String(user.id), from: startedAt, to: endedAt }} />
              )}
            >
              {text}
            </Anchor>
          ),
        }}
      />
    </div>
  );
}
