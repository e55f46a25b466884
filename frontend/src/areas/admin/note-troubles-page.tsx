import { Title } from '@mantine/core';

import { NoteTroubles } from '@/features/note-troubles/note-troubles';
import { usePageTitle } from '@/shared/hooks/use-page-title';

import classes from '@/shared/ui/page.module.css';

export function NoteTroublesPage() {
  usePageTitle('Undelivered Notes');
  return (
    <div className={classes.list}>
      <Title order={1}>Undelivered Notes</Title>
      <NoteTroubles />
    </div>
  );
}
