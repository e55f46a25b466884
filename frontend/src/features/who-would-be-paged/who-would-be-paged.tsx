import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { ForecastChoices } from '@/api/generated/types.gen';
import type { ForecastSearch } from '@/shared/lib/search-params';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { SkeletonCards } from '@/shared/ui/skeleton-card';

import { Forecast } from './forecast';
import { forecastChoicesQuery } from './queries';
import { questionOf } from './question';
import { QuestionForm } from './question-form';
import classes from './who-would-be-paged.module.css';

interface WhoWouldBePagedProps {
  /** What was asked, as the URL says it. */
  search: ForecastSearch;
  onAsk: (search: ForecastSearch) => void;
}

/** Whom a request would page, now or at a time that is planned. */
export function WhoWouldBePaged(props: WhoWouldBePagedProps) {
  const { data, error, isFetching, refetch } = useQuery(forecastChoicesQuery);
  if (data === undefined && error === null) return <SkeletonCards count={2} label="Loading service lines" />;
  if (data === undefined)
    return <ErrorState title="Failed to load service lines" onRetry={() => void refetch()} retrying={isFetching} />;
  if (data.lines.length === 0)
    return (
      <EmptyState title="No service lines">
        No location of your organizations can request a service line that you plan or provide. An administrator can
        change that.
      </EmptyState>
    );
  return <Asking {...props} choices={data} />;
}

function Asking({ search, onAsk, choices }: WhoWouldBePagedProps & { choices: ForecastChoices }) {
  const [asked, setAsked] = useState(0);
  const question = questionOf(search, choices);
  const ask = (next: ForecastSearch) => {
    onAsk(next);
    setAsked((times) => times + 1);
  };
  return (
    <div className={classes.columns}>
      <QuestionForm choices={choices} search={search} onAsk={ask} />
      {question === null ? (
        <EmptyState title="Nothing asked yet">
          Choose a service line, a location and a time up to 52 weeks ahead, to see whom a request would page.
        </EmptyState>
      ) : (
        <Forecast question={question} choices={choices} asked={asked} />
      )}
    </div>
  );
}
