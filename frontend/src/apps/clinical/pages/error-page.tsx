import { Anchor, Button, Title } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';

import { usePageTitle } from '@/shared/hooks/use-page-title';

import classes from './page.module.css';

const GENERAL_TITLE = 'Oops';
const GENERAL_MESSAGE = 'Something went wrong. Please try again.';

/** Says what the navigation that led here carried, as plain text; opened by itself it says something general. */
export function ErrorPage() {
  const { errorTitle, errorMessage } = useLocation({ select: ({ state }) => state });
  usePageTitle('Error');
  return (
    <div className={classes.centered}>
      <div className={classes.card} role="alert">
        <Title order={1}>{errorTitle ?? GENERAL_TITLE}</Title>
        <p>{errorMessage ?? GENERAL_MESSAGE}</p>
        <p>For emergent consult requests please follow the backup procedure for your location</p>
        <Button component={Link} to="/">
          Go to the start
        </Button>
        <Anchor component={Link} to="/help">
          Help &amp; Support
        </Anchor>
      </div>
    </div>
  );
}
