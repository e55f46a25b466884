import { Title } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';

import { useDirtyForm } from '@/drafts/use-draft';
import { Icon } from '@/shared/ui/icon';

import classes from './step-frame.module.css';
import { isWizardPath, stepPaths } from './steps';
import { useWizard, useWizardData } from './wizard-store';

export interface StepFrameProps {
  heading: string;
  /** The step before this one. */
  back?: keyof typeof stepPaths;
  /** Shown beside the heading. */
  action?: ReactNode;
  children: ReactNode;
  /** The heading, for a step that moves focus there. */
  ref?: RefObject<HTMLHeadingElement | null>;
}

/** What every step shares: its heading, the Back link, and the confirmation before unsaved input is discarded. */
export function StepFrame({ heading, back, action, children, ref }: StepFrameProps) {
  const own = useRef<HTMLHeadingElement>(null);
  const title = ref ?? own;
  const started = useWizardData(({ patient, drafts }) => patient !== null || drafts.length > 0);
  const router = useRouter();
  const { clear } = useWizard();
  // Only after the next page has loaded, because a step without its data redirects.
  const clearOnArrival = () => {
    const stop = router.subscribe('onResolved', () => {
      stop();
      clear();
    });
  };
  useDirtyForm(started, { mayLeaveTo: isWizardPath, onDiscard: clearOnArrival });
  useEffect(() => title.current?.focus(), [title]);
  return (
    <div className={`${classes.frame ?? ''} wl-settling`}>
      {back !== undefined && (
        <div>
          <Link className={classes.back} to={stepPaths[back]}>
            <Icon name="chevron-left" size="sm" />
            Back
          </Link>
        </div>
      )}
      <div className={classes.head}>
        <Title order={1} ref={title} tabIndex={-1}>
          {heading}
        </Title>
        {action}
      </div>
      {children}
    </div>
  );
}
