import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { isApiError } from '@/api/errors';
import type { LineRead } from '@/api/generated/types.gen';
import { useCan } from '@/session/me';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { formatTimestamp } from '@/shared/lib/dates';
import { routes } from '@/shared/lib/routes';
import { Banner } from '@/shared/ui/banner';
import { ErrorState } from '@/shared/ui/error-state';
import { SkeletonBlock } from '@/shared/ui/skeleton-card';
import { DraftPanel } from '@/versions/drafts/draft-panel';
import { Answers, Group } from '@/versions/group';
import { History } from '@/versions/history';
import { ManagedByFile } from '@/versions/managed-by-file';
import { Missing } from '@/versions/missing';
import { ObjectHead } from '@/versions/object-head';
import { isObjectId } from '@/versions/object-id';
import { useConfirmed } from '@/versions/use-confirmed';
import versionClasses from '@/versions/versions.module.css';

import { LineForm } from './line-form';
import { FIELDS, LABELS, valuesOf } from './line-values';
import { lineQuery, useFetchLineAgain, useRestoreVersion, useSaveLineDraft, versionsQuery } from './queries';
import { answerInWords, lineDifference } from './words';

/** One service line: its hours and priorities, the draft that is open, and what was changed. */
export function Line({ id }: { id: number }) {
  const isId = isObjectId(id);
  const { data, error, isFetching, refetch } = useQuery({ ...lineQuery(id), enabled: isId });
  if (data !== undefined) return <Loaded line={data} />;
  if (!isId || isApiError(error, 404)) return <Missing noun="service line" />;
  if (error !== null)
    return (
      <ErrorState
        order={1}
        title="Failed to load the service line"
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  return (
    <div className={versionClasses.groups}>
      <SkeletonBlock label="Loading the service line" height="4rem" />
      <SkeletonBlock label="Loading the form" height="16rem" />
      <SkeletonBlock label="Loading the form" height="24rem" />
    </div>
  );
}

function Loaded({ line }: { line: LineRead }) {
  const { id, name, managedBy, mayChange, draft } = line;
  const [isDirty, setDirty] = useState(false);
  const fetchAgain = useFetchLineAgain(id);
  const rebase = useRebase(line);
  usePageTitle(name);
  const canChange = managedBy === null && mayChange;
  return (
    <>
      <ObjectHead name={name} about={`serviceLine ${line.code}`} action={<Links id={id} />}>
        Service line, the same for every organization that requests it
      </ObjectHead>
      {managedBy !== null && <ManagedByFile file={managedBy} noun="service line" />}
      {managedBy === null && !mayChange && (
        <Banner icon="lock" title="You can look at this service line, but not change it.">
          <p>
            Organizations that you do not administer request it, too. An administrator of all of them can change it.
          </p>
        </Banner>
      )}
      {draft !== null && canChange && (
        <DraftPanel
          key={draft.id}
          draft={draft}
          noun="service line"
          differenceInWords={lineDifference}
          isDirty={isDirty}
          onRebase={rebase}
          onChanged={fetchAgain}
        />
      )}
      {canChange ? <LineForm line={line} onDirty={setDirty} /> : <Facts line={line} />}
      <LineHistory line={line} isFixed={!canChange || isDirty || draft !== null || line.needsApproval} />
    </>
  );
}

/** To what else is decided about a line: who is paged, and who is expected on call. */
function Links({ id }: { id: number }) {
  const plans = useCan('Edit', 'CallSchedule');
  return (
    <div className={versionClasses.actions}>
      {plans && (
        <Button
          variant="default"
          renderRoot={(props) => <Link {...props} to={routes.callSchedules} search={{ line: String(id) }} />}
        >
          Call Schedules
        </Button>
      )}
      <Button
        variant="default"
        renderRoot={(props) => <Link {...props} to={routes.escalation} params={{ id: String(id) }} />}
      >
        Escalation
      </Button>
    </div>
  );
}

function Facts({ line }: { line: LineRead }) {
  const values = valuesOf({ ...line, draft: null, draftSettings: null });
  return (
    <Group title="Hours and Priorities">
      <Answers answers={FIELDS.map((field) => ({ label: LABELS[field], answer: answerInWords(field, values) }))} />
    </Group>
  );
}

/** Saves the draft as it is on top of the line as it is now; null if it no longer fits. */
function useRebase({ id, draft, draftSettings }: LineRead) {
  const { mutateAsync } = useSaveLineDraft();
  if (draft === null || draftSettings === null) return null;
  return async () => {
    await mutateAsync({ id, version: draft.version, body: { ...draftSettings, reason: draft.reason, onLive: true } });
  };
}

function LineHistory({ line, isFixed }: { line: LineRead; isFixed: boolean }) {
  const { id, name, version } = line;
  const versions = useQuery(versionsQuery(id));
  const { mutateAsync: restore } = useRestoreVersion();
  const { run, dialog } = useConfirmed();
  const fetchAgain = useFetchLineAgain(id);
  return (
    <>
      <History
        versions={versions}
        differenceInWords={lineDifference}
        restoring={
          isFixed
            ? null
            : {
                restore: (number) => run((confirmed) => restore({ id, version, number, confirmed })),
                effect: ({ at }) => `${name} gets the hours and priorities of ${formatTimestamp(at)}.`,
                onStale: fetchAgain,
              }
        }
      />
      {dialog}
    </>
  );
}
