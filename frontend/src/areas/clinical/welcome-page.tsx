import { Anchor, Title } from '@mantine/core';
import { useFocusWithin, useHover, useMergedRef } from '@mantine/hooks';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';

import { useIsMobile } from '@/shared/hooks/use-layout';
import { BrandMark } from '@/shared/ui/brand-mark';

import { FeedbackSurvey } from '@/features/feedback/feedback-survey';
import { useRotation } from './use-rotation';
import classes from './welcome-page.module.css';

/** Shown beside the list while nothing is selected; a phone shows only the list. */
export function WelcomePage() {
  const transfers = useLocation({ select: ({ pathname }) => pathname.startsWith('/transfer') });
  if (useIsMobile()) return null;
  return (
    <div className={classes.welcome}>
      <BrandMark variant={transfers ? 'transfer' : 'consult'} size="2.5rem" />
      <Title order={1}>Welcome to Wardline</Title>
      <WelcomeTexts item={transfers ? 'transfer' : 'consult'} />
    </div>
  );
}

/** The invitation and the tip alternate in one place that is large enough for both, so that nothing moves. */
function WelcomeTexts({ item }: { item: 'consult' | 'transfer' }) {
  const [feedbackOpen, setFeedbackOpen] = useState(false);
  const { hovered, ref: hover } = useHover<HTMLDivElement>();
  const { focused, ref: focusWithin } = useFocusWithin<HTMLDivElement>();
  const { shown, isStill } = useRotation(2, hovered || focused || feedbackOpen);
  const ref = useMergedRef(hover, focusWithin);
  return (
    <div className={classes.texts} data-still={isStill || undefined} ref={ref}>
      <p className={classes.text} data-shown={shown === 0 || undefined}>
        Select a {item} from the list to view it.
      </p>
      <p className={classes.text} data-shown={shown === 1 || undefined}>
        Did you know the product offers in-app video? Want to learn more?{' '}
        <Anchor component="button" type="button" className={classes.link} onClick={() => setFeedbackOpen(true)}>
          Let us know!
        </Anchor>
      </p>
      {feedbackOpen && <FeedbackSurvey onClose={() => setFeedbackOpen(false)} />}
    </div>
  );
}
