import { Anchor, Button, Title } from '@mantine/core';
import { Navigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';

import { runtimeConfig } from '@/api/runtime-config';
import { pagedElsewhere } from '@/features/on-call/elsewhere';
import { type LockedDuty, lockedDuty } from '@/session/locked-duty';
import { safeReturnPath } from '@/session/return-path';
import { draftExpiries } from '@/drafts/draft-storage';
import { type Ended, lastSessionEnd } from '@/session/sign-out';
import { session } from '@/session/state';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { useStore } from 'zustand';
import { pluralize } from '@/shared/lib/pluralize';
import { formatCardTime } from '@/shared/lib/dates';
import { routes } from '@/shared/lib/routes';
import { Banner } from '@/shared/ui/banner';
import { BrandMark } from '@/shared/ui/brand-mark';
import { Lazy, lazyComponent } from '@/shared/ui/lazy';

import { useSignIn } from '../use-sign-in';
import { LockedHead } from './locked-head';
import classes from './login-page.module.css';

const lockedScreen = lazyComponent(async () => (await import('./locked-screen')).LockedScreen);

/** Without the locked screen, nothing rings. */
const RETRY_MS = 5_000;

const blocks = [
  { title: 'Connect', text: 'Request a consult and reach a specialist on call within minutes.' },
  { title: 'Collaborate', text: 'See and examine the patient together by video, from bedside to specialist.' },
  { title: 'Document', text: 'Document findings and decisions once, with templates for each service line.' },
];

/** The public landing page, which is the locked screen of someone on call. */
export function LoginPage() {
  const { redirect } = useSearch({ from: routes.login });
  const user = useStore(session);
  const [duty] = useState(lockedDuty.read);
  const [isDeaf, setDeaf] = useState(false);
  usePageTitle('Login');
  if (user !== null) return <Navigate to={safeReturnPath(redirect)} replace />;
  const { termsUrl, privacyUrl } = runtimeConfig();
  const ended = lastSessionEnd();
  const returnTo = safeReturnPath(redirect);
  return (
    <div className={classes.splash} data-locked={duty !== null || undefined}>
      <div className={classes.head}>
        <BrandMark size="3.5rem" />
        <Title order={1}>Wardline</Title>
        {duty === null && <p className={classes.lead}>From the bedside to the specialist and back.</p>}
        {ended !== null && <WhyEnded {...ended} isLocked={duty !== null} />}
        {duty === null ? (
          <LoginButton returnTo={returnTo} />
        ) : (
          <Lazy
            component={lockedScreen}
            fallback={<Loading duty={duty} returnTo={returnTo} isSilent={isDeaf} />}
            retryAfter={RETRY_MS}
            onFailure={() => setDeaf(true)}
          >
            {(LockedScreen) => (
              <LockedScreen duty={duty} signInFor={(rings) => <LockedLogin rings={rings} returnTo={returnTo} />} />
            )}
          </Lazy>
        )}
      </div>
      {duty === null && <Blocks />}
      <p className={classes.links}>
        <Anchor href={termsUrl}>Terms of use</Anchor>
        <Anchor href={privacyUrl}>Privacy policy</Anchor>
      </p>
    </div>
  );
}

function Blocks() {
  return (
    <ul className={classes.blocks}>
      {blocks.map(({ title, text }) => (
        <li className={classes.block} key={title}>
          <Title order={2}>{title}</Title>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  );
}

const endedMessages = {
  elsewhere: 'You signed out in another browser tab.',
  ended: 'The sign-in service ended your session, or you signed out in another application or on another device.',
};

/** Explains why the session ended, and what happened to unsaved input. */
function WhyEnded({ subject, ending, lost, isLocked }: Ended & { isLocked: boolean }) {
  const savedUntil = useStore(draftExpiries)[subject];
  return (
    <Banner announce="status">
      <p>{ending === 'idle' ? idleMessage(isLocked) : endedMessages[ending]}</p>
      {savedUntil !== undefined && <p>What you typed will be saved until {formatCardTime(savedUntil)}.</p>}
      {lost && (
        <p>
          {savedUntil === undefined
            ? 'What you typed could not be saved.'
            : 'Some of what you typed could not be saved.'}
        </p>
      )}
    </Banner>
  );
}

function idleMessage(isLocked: boolean): string {
  const message = `You were signed out after ${pluralize(runtimeConfig().idleMinutes, 'minute')} of inactivity.`;
  return isLocked ? message : `${message} If you were on call, you still are.`;
}

/** Login stays where it is, so that nothing new stands under a pointer that is about to press it. */
function LockedLogin({ rings, returnTo }: { rings: number | null; returnTo: string }) {
  return (
    <div className={classes.signIn}>
      <LoginButton variant={rings === null ? 'filled' : 'default'} returnTo={returnTo} />
      {rings !== null && <LoginButton label="Sign in to answer" returnTo={`/pages/${rings}`} />}
    </div>
  );
}

function Loading({ duty, returnTo, isSilent }: { duty: LockedDuty; returnTo: string; isSilent: boolean }) {
  return (
    <>
      <LockedHead lines={[]} rings={false} isSilent={isSilent} elsewhere={pagedElsewhere(duty)} />
      <LockedLogin rings={null} returnTo={returnTo} />
    </>
  );
}

interface LoginButtonProps {
  label?: string;
  variant?: 'filled' | 'default';
  returnTo: string;
}

function LoginButton({ label = 'Login', variant = 'filled', returnTo }: LoginButtonProps) {
  const { state, leave } = useSignIn();
  return (
    <>
      <Button size="lg" variant={variant} loading={state === 'leaving'} onClick={() => leave({ returnTo })}>
        {label}
      </Button>
      {state === 'failed' && <p role="alert">The sign-in service cannot be reached. Please try again.</p>}
    </>
  );
}
