import { Text } from '@mantine/core';
import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { toastInfo } from '@/shared/ui/toasts';

import { renderFeature } from './render-app';

function messageOfFailedSearch(): string {
  try {
    screen.getByText('Nowhere');
  } catch (error) {
    if (error instanceof Error) return error.message;
  }
  throw new Error('It was found.');
}

it('begins the message of a failed search with what the page shows, not with empty places for toasts', () => {
  renderFeature(<Text>What stands there</Text>);

  const beginning = messageOfFailedSearch().slice(0, 1000);

  expect(beginning).toContain('What stands there');
  expect(beginning).not.toContain('Notifications');
});

it('prints a place that holds a toast', () => {
  renderFeature(<Text>What stands there</Text>);

  act(() => toastInfo('Saved'));

  expect(messageOfFailedSearch()).toContain('Saved');
});
