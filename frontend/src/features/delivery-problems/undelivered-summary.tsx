import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { pluralize } from '@/shared/lib/pluralize';
import { routes } from '@/shared/lib/routes';

import classes from './undelivered-summary.module.css';
import { deliveryProblemsQuery } from './queries';

/** How many signed notes wait, with the way to them. Its height does not depend on the answer. */
export function UndeliveredSummary() {
  const { data } = useQuery(deliveryProblemsQuery);
  return (
    <section className={classes.summary} aria-labelledby="undelivered-summary">
      <div>
        <h2 id="undelivered-summary" className={classes.title}>
          Undelivered Notes
        </h2>
        <p className={classes.text} role="status">
          {data === undefined ? 'Documents, faxes, and EMR filings of signed notes.' : textOf(data.length)}
        </p>
      </div>
      <Anchor component={Link} to={routes.deliveryProblems}>
        View undelivered notes
      </Anchor>
    </section>
  );
}

function textOf(count: number): string {
  if (count === 0) return 'All signed notes were delivered.';
  return `${pluralize(count, 'signed note')} not delivered completely.`;
}
