import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';

import { isApiError } from '@/api/errors';
import type { LineRead, PageForecast } from '@/api/generated/types.gen';
import { hasDirtyForms } from '@/drafts/dirty-forms';
import { Escalation } from '@/features/admin-escalation/escalation';
import { lineQuery } from '@/features/admin-lines/queries';
import { StepRow } from '@/features/who-would-be-paged/step-row';
import { shownSteps } from '@/features/who-would-be-paged/steps';
import { RadioChoices } from '@/shared/forms/radio-choices';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { routes } from '@/shared/lib/routes';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { ErrorState } from '@/shared/ui/error-state';
import { SkeletonBlock } from '@/shared/ui/skeleton-card';
import { Missing } from '@/versions/missing';
import { ObjectHead } from '@/versions/object-head';
import { isObjectId } from '@/versions/object-id';

import lists from '@/shared/ui/list.module.css';
import classes from '@/shared/ui/page.module.css';

const route = getRouteApi('/signed-in/admin/lines/$id/escalation');

/** How the requests of a service line escalate. */
export function EscalationPage() {
  const id = Number(route.useParams().id);
  const isId = isObjectId(id);
  const { data, error, isFetching, refetch } = useQuery({ ...lineQuery(id), enabled: isId });
  usePageTitle('Escalation');
  if (!isId || isApiError(error, 404))
    return (
      <div className={classes.list}>
        <Missing noun="service line" />
      </div>
    );
  const isError = error !== null;
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
  const [asked, setAsked] = useState<number | null>(null);
  const open = (next: number) => {
    setAsked(null);
    setChosen(next);
  };
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
            onChoose={(next) => (next !== chosen && hasDirtyForms() ? setAsked(next) : open(next))}
          />
        </div>
      )}
      <Escalation
        key={chosen}
        scope={{ lineId: id, organizationId: chosen }}
        hasEscalationsOnly={hasEscalationsOnly}
        showForecast={showForecast}
      />
      <ConfirmDialog
        opened={asked !== null}
        title="Discard Changes?"
        confirmLabel="Proceed"
        onCancel={() => setAsked(null)}
        onConfirm={() => asked !== null && open(asked)}
      >
        If you go to another organization, what you typed will be lost.
      </ConfirmDialog>
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
