import { Anchor, Button, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import { Roles } from '@/features/admin-roles/roles';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { routes } from '@/shared/lib/routes';
import { Icon } from '@/shared/ui/icon';

import adminClasses from './admin-page.module.css';
import wide from './roles-page.module.css';

export function RolesPage() {
  usePageTitle('Roles');
  return (
    <div className={wide.page}>
      <div className={adminClasses.head}>
        <Title order={1}>Roles</Title>
        <Button
          renderRoot={(props) => <Link {...props} to={routes.role} params={{ id: 'new' }} />}
          leftSection={<Icon name="plus" size="sm" />}
        >
          Add Role
        </Button>
      </div>
      <Roles
        link={(id, text) => (
          <Anchor renderRoot={(props) => <Link {...props} to={routes.role} params={{ id: String(id) }} />}>
            <span className={wide.role} title={text}>
              {text}
            </span>
          </Anchor>
        )}
      />
    </div>
  );
}
