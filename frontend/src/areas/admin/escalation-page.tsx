import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';

import type { LineRead, PageForecast } from '@/api/generated/types.gen';
import { Escalation } from '@/features/admin-escalation/escalation';
import { lineQuery } from '@/features/admin-lines/queries';
import { StepRow } from '@/features/who-would-be-paged/step-row';
import { shownSteps } from '@/features/who-would-be-paged/steps';
import { RadioChoices } from '@/shared/forms/radio-choices';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { routes } from '@/shared/lib/routes';
import { ErrorState } from '@/shared/ui/error-state';
import { SkeletonBlock } from '@/shared/ui/skeleton-card';
import { ObjectHead } from '@/versions/object-head';

import lists from '@/shared/ui/list.module.css';
import classes from '@/shared/ui/page.module.css';

const route = getRouteApi('/signed-in/admin/lines/$id/escalation');

/** How the requests of a service line escalate. */
export function EscalationPage() {
  const id = Number(route.useParams().id);
  const { data, isError, isFetching, refetch } = useQuery(lineQuery(id));
  usePageTitle('Escalation');
  return (
    <div className={classes.list}>
      {data === undefined && !isError && <SkeletonBlock label="Loading the service line" height="4rem" />}
      {data === undefined && isError && (
        <ErrorState
          order={1}
          title="Failed to load the service line"
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {data !== undefined && <OfLine line={data} />}
    </div>
  );
}

function OfLine({ line: { id, name, code, organizations, hasEscalationsOnly } }: { line: LineRead }) {
  const { organization } = route.useSearch();
  const first = organizations.find((each) => String(each.id) === organization) ?? organizations[0];
  const [chosen, setChosen] = useState(first?.id ?? 0);
  return (
    <>
      <ObjectHead
        name={`Escalation of ${name}`}
        about={`serviceLine ${code}`}
        action={
          <Button
            variant="default"
            renderRoot={(props) => <Link {...props} to={routes.line} params={{ id: String(id) }} />}
          >
            Hours and Priorities
          </Button>
        }
      >
        Who is paged when nobody answers a request
      </ObjectHead>
      {organizations.length > 1 && (
        <div role="group" aria-label="Requests of">
          <RadioChoices
            id="organization"
            options={organizations.map(({ id: value, name: label }) => ({ value, label }))}
            variant="chips"
            value={chosen}
            onChoose={setChosen}
          />
        </div>
      )}
      <Escalation
        key={chosen}
        scope={{ lineId: id, organizationId: chosen }}
        hasEscalationsOnly={hasEscalationsOnly}
        showForecast={showForecast}
      />
    </>
  );
}

function showForecast({ steps, at }: PageForecast, zone: string) {
  return (
    <ol className={lists.close}>
      {shownSteps(steps).map((step) => (
        <StepRow key={step.after.join(' ') + step.targets.join(' ')} step={step} start={at} zone={zone} />
      ))}
    </ol>
  );
}
