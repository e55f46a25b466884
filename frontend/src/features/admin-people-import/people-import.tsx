import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { ImportCheck, ImportGuide, ImportResult } from '@/api/generated/types.gen';
import { ApiError } from '@/api/errors';
import { Banner } from '@/shared/ui/banner';
import { ErrorState } from '@/shared/ui/error-state';
import { SkeletonBlock } from '@/shared/ui/skeleton-card';

import { CheckResult } from './check-result';
import { ChooseFile } from './choose-file';
import { Confirm, type Confirmed } from './confirm';
import { Done } from './done';
import { Failure } from './failure';
import classes from './people-import.module.css';
import { guideQuery, hasMoved, useCheckImport, useImportPeople } from './queries';
import type { ChosenFile } from './read-file';

export interface PeopleImportProps {
  /** Shows the people. */
  onLeave: () => void;
}

/** Imports people from a CSV file: the file is checked first, and nothing is changed until the administrator says so. */
export function PeopleImport({ onLeave }: PeopleImportProps) {
  const guide = useQuery(guideQuery);
  if (guide.data !== undefined) return <Steps guide={guide.data} onLeave={onLeave} />;
  if (guide.isError)
    return (
      <ErrorState title="Failed to load the page" onRetry={() => void guide.refetch()} retrying={guide.isFetching} />
    );
  return <SkeletonBlock label="Loading the page" height="16rem" />;
}

function Steps({ guide, onLeave }: PeopleImportProps & { guide: ImportGuide }) {
  const [file, setFile] = useState<ChosenFile | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [moved, setMoved] = useState(false);
  const [done, setDone] = useState<ImportResult | null>(null);
  const check = useCheckImport();
  const save = useImportPeople();

  const choose = (chosen: ChosenFile | string) => {
    const isRead = typeof chosen !== 'string';
    setFile(isRead ? chosen : null);
    setFault(isRead ? null : chosen);
    setMoved(false);
    save.reset();
    if (isRead) check.mutate(chosen.text);
    else check.reset();
  };
  const importNow = (chosen: ChosenFile, { digest }: ImportCheck, confirmed: Confirmed) => {
    setMoved(false);
    save.mutate(
      { text: chosen.text, digest, fileName: chosen.name, ...confirmed },
      {
        onSuccess: setDone,
        onError: (failure) => {
          if (!hasMoved(failure)) return;
          setMoved(true);
          check.mutate(chosen.text);
        },
      },
    );
  };
  const startAgain = () => {
    setDone(null);
    setFile(null);
    check.reset();
    save.reset();
  };
  if (done !== null) return <Done result={done} onAgain={startAgain} onLeave={onLeave} />;
  const fileFault = fault ?? faultOf(check.error);
  return (
    <>
      <ChooseFile
        guide={guide}
        file={file}
        fault={fileFault}
        busy={check.isPending || save.isPending}
        onChoose={choose}
      />
      {check.isPending && <SkeletonBlock label="Checking the file" height="16rem" />}
      {check.isError && faultOf(check.error) === null && file !== null && (
        <Failure title="The file was not checked." failure={check.error} onRetry={() => check.mutate(file.text)} />
      )}
      {check.isSuccess && file !== null && (
        <div className={classes.checked}>
          {moved && (
            <Banner tone="warning" announce="alert" title="People were changed after this file was checked.">
              <p>Nothing was imported. This is what the import would do now.</p>
            </Banner>
          )}
          <CheckResult check={check.data} fileName={file.name} />
          <Confirm
            key={check.data.digest}
            check={check.data}
            invitations={guide.invitations}
            busy={save.isPending}
            failure={save.isError && !hasMoved(save.error) ? { error: save.error } : null}
            onConfirm={(confirmed) => importNow(file, check.data, confirmed)}
          />
        </div>
      )}
    </>
  );
}

/** What the server says is wrong with the file itself. */
function faultOf(failure: unknown): string | null {
  if (!(failure instanceof ApiError)) return null;
  if (failure.status === 413) return 'The file is too large. Split it into several files.';
  return failure.fieldErrors.find(({ field }) => field === 'text')?.message ?? null;
}
