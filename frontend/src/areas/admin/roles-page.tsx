import { Title } from '@mantine/core';

import { Roles } from '@/features/admin-roles/roles';
import { usePageTitle } from '@/shared/hooks/use-page-title';

import wide from './roles-page.module.css';

export function RolesPage() {
  usePageTitle('Roles');
  return (
    <div className={wide.page}>
      <Title order={1}>Roles</Title>
      <Roles />
    </div>
  );
}
