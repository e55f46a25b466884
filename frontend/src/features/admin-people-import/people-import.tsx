import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

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

const TOO_LARGE = 413;

export interface PeopleImportProps {
  /** Shows the people. */
  onLeave: () => void;
  /** What stands below until a file is chosen. */
  children?: ReactNode;
}

/** Imports people from a CSV file: the file is checked first, and nothing is changed until the administrator says so. */
export function PeopleImport({ onLeave, children }: PeopleImportProps) {
  const guide = useQuery(guideQuery);
  if (guide.data !== undefined)
    return (
      <Steps guide={guide.data} onLeave={onLeave}>
        {children}
      </Steps>
    );
  if (guide.isError)
    return (
      <ErrorState title="Failed to load the page" onRetry={() => void guide.refetch()} retrying={guide.isFetching} />
    );
  return <SkeletonBlock label="Loading the page" height="16rem" />;
}

function Steps({ guide, onLeave, children }: PeopleImportProps & { guide: ImportGuide }) {
  const { file, fault, done, check, save, choose, startAgain, ...rest } = useImport();
  if (done !== null) return <Done result={done} onAgain={startAgain} onLeave={onLeave} />;
  const fileFault = fault ?? faultOf(check.error);
  const choosing = <ChooseFile guide={guide} file={file} fault={fileFault} busy={rest.isBusy} onChoose={choose} />;
  if (file === null)
    return (
      <>
        {choosing}
        {children}
      </>
    );
  return (
    <>
      {choosing}
      {check.isPending && <SkeletonBlock label="Checking the file" height="16rem" />}
      {check.isError && fileFault === null && (
        <Failure title="The file was not checked." failure={check.error} onRetry={() => check.mutate(file.text)} />
      )}
      {check.isSuccess && (
        <div className={classes.checked}>
          {rest.hasMoved && <Moved />}
          <CheckResult check={check.data} fileName={file.name} />
          <Confirm
            key={check.data.digest}
            check={check.data}
            invitations={guide.invitations}
            busy={save.isPending}
            failure={save.isError && !hasMoved(save.error) ? { error: save.error } : null}
            onConfirm={(confirmed) => rest.importNow(file, check.data, confirmed)}
          />
        </div>
      )}
    </>
  );
}

/** Checks each file that is chosen; an import that is refused because people have changed checks it again. */
function useImport() {
  const [file, setFile] = useState<ChosenFile | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [moved, setMoved] = useState(false);
  const [done, setDone] = useState<ImportResult | null>(null);
  const check = useCheckImport();
  const save = useImportPeople();

  const start = (chosen: ChosenFile | null, wrong: string | null) => {
    setFile(chosen);
    setFault(wrong);
    setMoved(false);
    setDone(null);
    save.reset();
    if (chosen === null) check.reset();
    else check.mutate(chosen.text);
  };
  const importNow = (chosen: ChosenFile, { digest }: ImportCheck, confirmed: Confirmed) => {
    const onError = (failure: unknown) => {
      if (!hasMoved(failure)) return;
      setMoved(true);
      check.mutate(chosen.text);
    };
    setMoved(false);
    save.mutate({ text: chosen.text, digest, fileName: chosen.name, ...confirmed }, { onSuccess: setDone, onError });
  };
  const choose = (chosen: ChosenFile | string) =>
    typeof chosen === 'string' ? start(null, chosen) : start(chosen, null);
  const isBusy = check.isPending || save.isPending;
  return {
    file,
    fault,
    hasMoved: moved,
    isBusy,
    done,
    check,
    save,
    choose,
    importNow,
    startAgain: () => start(null, null),
  };
}

function Moved() {
  return (
    <Banner tone="warning" announce="alert" title="People were changed after this file was checked.">
      <p>Nothing was imported. This is what the import would do now.</p>
    </Banner>
  );
}

/** What the server says is wrong with the file itself. */
function faultOf(failure: unknown): string | null {
  if (!(failure instanceof ApiError)) return null;
  if (failure.status === TOO_LARGE) return 'The file is too large. Split it into several files.';
  return failure.fieldErrors.find(({ field }) => field === 'text')?.message ?? null;
}
