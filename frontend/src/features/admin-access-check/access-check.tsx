import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { AccessChoices } from '@/api/generated/types.gen';
import type { PageSearch } from '@/shared/lib/search-params';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { SkeletonCards } from '@/shared/ui/skeleton-card';

import classes from './access-check.module.css';
import { Answer } from './answer';
import { accessChoicesQuery } from './queries';
import { questionOf } from './question';
import { QuestionForm } from './question-form';

interface AccessCheckProps {
  /** What was asked, as the address says it. */
  search: PageSearch;
  onAsk: (search: PageSearch) => void;
}

/** Why a person can, or cannot, do something. */
export function AccessCheck(props: AccessCheckProps) {
  const { data, error, isFetching, refetch } = useQuery(accessChoicesQuery);
  if (data !== undefined) return <Asking {...props} choices={data} />;
  if (error === null) return <SkeletonCards count={2} label="Loading what can be checked" />;
  return <ErrorState title="Failed to load what can be checked" onRetry={() => void refetch()} retrying={isFetching} />;
}

function Asking({ search, onAsk, choices }: AccessCheckProps & { choices: AccessChoices }) {
  const [asked, setAsked] = useState(0);
  const [isEdited, setEdited] = useState(false);
  const question = questionOf(search, choices);
  const ask = (next: PageSearch) => {
    onAsk(next);
    setAsked((times) => times + 1);
  };
  const { person, ...others } = search;
  return (
    <div className={classes.columns}>
      <QuestionForm
        key={person ?? 'nobody'}
        choices={choices}
        search={search}
        onAsk={ask}
        startsAtPerson={asked > 0 && person === undefined}
        onEdited={setEdited}
      />
      {question === null ? (
        <EmptyState icon="user" title="Nothing checked yet">
          Choose a person and what they want to do. The answer says whether they can, and what decides.
        </EmptyState>
      ) : (
        <>
          {isEdited && (
            <EmptyState icon="user" title="Not checked yet">
              Press Check Access for what you have chosen now.
            </EmptyState>
          )}
          {/* Kept, so that nothing is asked again when the form is changed back. */}
          <div hidden={isEdited}>
            <Answer question={question} asked={asked} onAskAboutAnother={() => ask(others)} />
          </div>
        </>
      )}
    </div>
  );
}
