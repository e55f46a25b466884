import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

import type { ForecastChoices, PageForecast } from '@/api/generated/types.gen';
import { viewerZone } from '@/shared/lib/dates';
import { Banner } from '@/shared/ui/banner';
import { ErrorState } from '@/shared/ui/error-state';
import { SkeletonCards } from '@/shared/ui/skeleton-card';

import { pageForecastQuery } from './queries';
import type { Question } from './question';
import { StepRow } from './step-row';
import { shownSteps } from './steps';
import { isAnyonePaged, warningsOf } from './warnings';
import classes from './who-would-be-paged.module.css';
import { titleOf } from './words';

import lists from '@/shared/ui/list.module.css';

interface ForecastProps {
  question: Question;
  choices: ForecastChoices;
  /** How often the user has asked since the page was opened; the answer then gets focus. */
  asked: number;
}

/** Whom the steps of a request page if nobody answers; what somebody should see to comes first. */
export function Forecast({ question, choices, asked }: ForecastProps) {
  const { data, error, isFetching, refetch } = useQuery(pageForecastQuery(question));
  if (data === undefined && error === null) return <SkeletonCards count={4} label="Loading who would be paged" />;
  if (data === undefined)
    return (
      <ErrorState title="Failed to load who would be paged" onRetry={() => void refetch()} retrying={isFetching} />
    );
  const line = choices.lines.find(({ id }) => id === question.serviceLineId);
  const location = choices.locations.find(({ id }) => id === question.locationId);
  return (
    <Answer
      forecast={data}
      priority={question.priority}
      lineName={line?.name ?? ''}
      locationName={location?.displayName ?? ''}
      zone={location?.timeZone ?? viewerZone()}
      asked={asked}
    />
  );
}

interface AnswerProps {
  forecast: PageForecast;
  priority: string;
  lineName: string;
  locationName: string;
  zone: string;
  asked: number;
}

function Answer({ forecast, priority, lineName, locationName, zone, asked }: AnswerProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // On a phone, the answer is below the form.
    if (asked > 0) title.current?.focus();
  }, [asked]);
  const warnings = warningsOf(forecast, lineName);
  return (
    <section className={classes.answer} aria-labelledby="who-would-be-paged">
      <div>
        <h2 className={classes.title} id="who-would-be-paged" tabIndex={-1} ref={title}>
          {titleOf(forecast, priority, zone)}
        </h2>
        <p className={classes.muted}>{`${lineName}, ${locationName}`}</p>
      </div>
      {warnings.length > 0 ? (
        <Banner
          tone={isAnyonePaged(forecast) ? 'warning' : 'danger'}
          title={warnings.length === 1 ? 'One warning' : `${warnings.length} warnings`}
        >
          <ul className={lists.bullets} aria-label="Warnings">
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Banner>
      ) : (
        <Banner tone="success">Every step reaches somebody on more than a screen.</Banner>
      )}
      <p className={classes.muted}>{explanationOf(forecast)}</p>
      <ol className={lists.close} aria-label="Steps">
        {shownSteps(forecast.steps).map((step) => (
          <StepRow key={step.after.join(' ') + step.targets.join(' ')} step={step} start={forecast.at} zone={zone} />
        ))}
      </ol>
    </section>
  );
}

function explanationOf({ isNow, isStandard }: PageForecast): string {
  const steps = isStandard
    ? 'If nobody answers, these are the standard steps.'
    : "If nobody answers, these are the hospital's own steps.";
  return isNow ? steps : `${steps} Nobody knows yet who will be on call, so whoever is planned stands in.`;
}
