import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

import { isApiError } from '@/api/errors';
import type { AccessAnswer, AskedPermission, CheckAccess, Fact } from '@/api/generated/types.gen';
import { Banner } from '@/shared/ui/banner';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { Icon, type IconName } from '@/shared/ui/icon';
import { SkeletonCards } from '@/shared/ui/skeleton-card';

import classes from './access-check.module.css';
import { accessAnswerQuery, NOT_FOUND } from './queries';
import { aboutText, closedLine, factLabel, grantText, sentenceOf } from './words';

import lists from '@/shared/ui/list.module.css';

interface AnswerProps {
  question: CheckAccess;
  /** How often the user has asked since the page was opened; the answer then gets focus. */
  asked: number;
  /** Asks the same about another person. */
  onAskAboutAnother: () => void;
}

/** Whether the person can do it, and what decides. */
export function Answer({ question, ...props }: AnswerProps) {
  const { data, error, isFetching, refetch } = useQuery(accessAnswerQuery(question));
  if (data !== undefined)
    return <Explained {...props} answer={data} isChecking={isFetching} onCheckAgain={() => void refetch()} />;
  if (error === null) return <SkeletonCards count={3} label="Checking access" />;
  if (isApiError(error, NOT_FOUND))
    return (
      <EmptyState icon="lock" title="Not in your organizations">
        The person, or what you ask about, does not exist or does not belong to an organization that you administer.
      </EmptyState>
    );
  return <ErrorState title="Failed to check access" onRetry={() => void refetch()} retrying={isFetching} />;
}

interface ExplainedProps extends Omit<AnswerProps, 'question'> {
  answer: AccessAnswer;
  isChecking: boolean;
  onCheckAgain: () => void;
}

function Explained({ answer, asked, isChecking, onCheckAgain, onAskAboutAnother }: ExplainedProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // On a phone, the answer is below the form.
    if (asked > 0) title.current?.focus();
  }, [asked]);
  const about = aboutText(answer.about);
  return (
    <section className={classes.answer} aria-labelledby="access-answer">
      <div>
        <h2 className={classes.title} id="access-answer" tabIndex={-1} ref={title}>
          {sentenceOf(answer)}
        </h2>
        {about !== null && <p className={classes.muted}>{about}</p>}
      </div>
      <Verdict answer={answer} />
      {answer.permissions.length > 0 && (
        <Part title="Permissions">
          {answer.permissions.map((permission) => (
            <PermissionRow key={`${permission.action} ${permission.subject}`} permission={permission} />
          ))}
        </Part>
      )}
      {answer.facts.length > 0 && (
        <Part title="What else counts">
          {answer.facts.map((fact) => (
            <FactRow key={fact.text} fact={fact} />
          ))}
        </Part>
      )}
      {!answer.allowed && (
        <p className={classes.muted}>
          The check ends with the first rule that says no. Check again once that is changed.
        </p>
      )}
      <div className={lists.actions}>
        <Button
          variant="default"
          leftSection={<Icon name="refresh" size="sm" />}
          loading={isChecking}
          onClick={onCheckAgain}
        >
          Check again
        </Button>
        <Button variant="default" onClick={onAskAboutAnother}>
          Ask about someone else
        </Button>
      </div>
    </section>
  );
}

/** The reason, and the words that the person gets. */
function Verdict({ answer }: { answer: AccessAnswer }) {
  const { refusal, reason } = answer;
  if (refusal !== null)
    return (
      <Banner tone="warning" icon="lock" title={reason ?? undefined}>
        <p>{`Wardline tells them: “${refusal.message}”`}</p>
      </Banner>
    );
  const closed = closedLine(answer);
  if (closed === undefined) return <Banner tone="success">Nothing stops them. This is what counts:</Banner>;
  return <Banner tone="warning" icon="clock" title={closed.text} />;
}

function Part({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div>
      <h3 className={classes.part}>{title}</h3>
      <ul className={lists.close} aria-label={title}>
        {children}
      </ul>
    </div>
  );
}

function PermissionRow({ permission }: { permission: AskedPermission }) {
  return (
    <Row icon={permission.held ? 'check-circle' : 'close'} holds={permission.held}>
      <p className={classes.strong}>{permission.label}</p>
      <p className={classes.muted}>{permission.allows}</p>
      <p>{grantText(permission)}</p>
    </Row>
  );
}

function FactRow({ fact: { kind, holds, text } }: { fact: Fact }) {
  return (
    <Row icon={holds === null ? 'info' : holds ? 'check-circle' : 'close'} holds={holds}>
      <div className={classes.fact}>
        <p className={classes.muted}>{factLabel(kind)}</p>
        <p>{text}</p>
      </div>
    </Row>
  );
}

function Row({ icon, holds, children }: { icon: IconName; holds: boolean | null; children: React.ReactNode }) {
  return (
    <li className={classes.row} data-holds={holds ?? 'neither'}>
      <Icon name={icon} className={classes.sign} />
      <div className={classes.words}>{children}</div>
    </li>
  );
}
