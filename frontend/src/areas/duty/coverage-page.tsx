import { Title } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';

import { CoverageBoard } from '@/features/coverage/coverage-board';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { routes } from '@/shared/lib/routes';
import { Icon } from '@/shared/ui/icon';

import classes from './coverage-page.module.css';

const route = getRouteApi('/signed-in/coverage');

export function CoveragePage() {
  usePageTitle('Coverage');
  const { wall } = route.useSearch();
  return (
    <div className={classes.page} data-wall={wall}>
      <div className={classes.head}>
        <Title order={1}>Coverage</Title>
        <Link className={classes.size} to={routes.coverage} search={wall === undefined ? { wall: '1' } : {}}>
          <Icon name={wall === undefined ? 'expand' : 'collapse'} size="sm" />
          {wall === undefined ? 'Large view' : 'Normal view'}
        </Link>
      </div>
      <CoverageBoard />
    </div>
  );
}
