import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { DraftRead, EscalationFields, LineEscalationRead } from '@/api/generated/types.gen';
import { capitalize } from '@/shared/lib/capitalize';
import { formatTimestamp } from '@/shared/lib/dates';
import { ErrorState } from '@/shared/ui/error-state';
import { SkeletonBlock } from '@/shared/ui/skeleton-card';
import { DraftPanel } from '@/versions/drafts/draft-panel';
import { Answers, Group } from '@/versions/group';
import { History } from '@/versions/history';
import { ManagedByFile } from '@/versions/managed-by-file';
import { useConfirmed } from '@/versions/use-confirmed';
import versionClasses from '@/versions/versions.module.css';

import type { ShowForecast } from './compare';
import classes from './escalation.module.css';
import { EscalationForm } from './escalation-form';
import { valuesOf } from './escalation-values';
import {
  escalationQuery,
  type Scope,
  useFetchEscalationAgain,
  useRestoreVersion,
  useSaveEscalationDraft,
  versionsQuery,
} from './queries';
import { escalationDifference, policiesInWords, standardInWords } from './words';

export interface EscalationProps {
  scope: Scope;
  hasEscalationsOnly: boolean;
  showForecast: ShowForecast;
}

/** How the requests of a line escalate in one organization: its policies, the standard, and what was changed. */
export function Escalation({ scope, ...props }: EscalationProps) {
  const { data, isError, isFetching, refetch } = useQuery(escalationQuery(scope));
  if (data !== undefined) return <Loaded scope={scope} escalation={data} {...props} />;
  if (isError)
    return <ErrorState title="Failed to load the escalation" onRetry={() => void refetch()} retrying={isFetching} />;
  return (
    <div className={versionClasses.groups}>
      <SkeletonBlock label="Loading the policies" height="16rem" />
      <SkeletonBlock label="Loading the standard" height="12rem" />
    </div>
  );
}

interface LoadedProps extends EscalationProps {
  escalation: LineEscalationRead;
}

function Loaded({ scope, escalation, hasEscalationsOnly, showForecast }: LoadedProps) {
  const { managedBy, draft, draftSettings } = escalation;
  const [isDirty, setDirty] = useState(false);
  const fetchAgain = useFetchEscalationAgain(scope);
  const { mutateAsync: saveDraft } = useSaveEscalationDraft(scope);
  const rebase = async ({ version, reason }: DraftRead, settings: EscalationFields) =>
    saveDraft({ version, body: { ...settings, reason, onLive: true } });
  return (
    <div className={versionClasses.groups}>
      {managedBy !== null && <ManagedByFile file={managedBy} noun="escalation" />}
      {draft !== null && managedBy === null && (
        <DraftPanel
          key={draft.id}
          draft={draft}
          noun="escalation"
          differenceInWords={escalationDifference}
          isDirty={isDirty}
          onRebase={draftSettings && (async () => rebase(draft, draftSettings))}
          onChanged={fetchAgain}
        />
      )}
      {managedBy === null ? (
        <EscalationForm
          scope={scope}
          escalation={escalation}
          hasEscalationsOnly={hasEscalationsOnly}
          showForecast={showForecast}
          onDirty={setDirty}
        />
      ) : (
        <Group title="Policies">
          <p>{policiesInWords(valuesOf({ ...escalation, draft: null, draftSettings: null }), escalation.facilities)}</p>
        </Group>
      )}
      <Standard standard={escalation.standard} />
      <EscalationHistory
        scope={scope}
        escalation={escalation}
        isFixed={managedBy !== null || isDirty || draft !== null || escalation.needsApproval}
      />
    </div>
  );
}

function Standard({ standard }: Pick<LineEscalationRead, 'standard'>) {
  return (
    <Group title="The Standard">
      <p>Applies to every request that no policy covers.</p>
      <Answers
        answers={standard.map(({ priority, steps }) => ({
          label: capitalize(priority),
          answer: (
            <ol className={classes.standard}>
              {steps.map((step) => (
                <li key={`${step.afterSeconds} ${step.targets.join(' ')}`}>{standardInWords(step)}</li>
              ))}
            </ol>
          ),
        }))}
      />
    </Group>
  );
}

interface EscalationHistoryProps {
  scope: Scope;
  escalation: LineEscalationRead;
  isFixed: boolean;
}

function EscalationHistory({ scope, escalation: { version }, isFixed }: EscalationHistoryProps) {
  const versions = useQuery(versionsQuery(scope));
  const { mutateAsync: restore } = useRestoreVersion(scope);
  const { run, dialog } = useConfirmed();
  const fetchAgain = useFetchEscalationAgain(scope);
  return (
    <>
      <History
        versions={versions}
        differenceInWords={escalationDifference}
        restoring={
          isFixed
            ? null
            : {
                restore: (number) => run((confirmed) => restore({ version, number, confirmed })),
                effect: ({ at }) => `New requests escalate by the policies of ${formatTimestamp(at)}.`,
                onStale: fetchAgain,
              }
        }
      />
      {dialog}
    </>
  );
}
