import { Text } from '@mantine/core';
import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { toastInfo } from '@/shared/ui/toasts';

import { renderFeature } from './render-app';

function failedSearchMessage(): string {
  try {
    screen.getByText('Nowhere');
  } catch (error) {
    if (error instanceof Error) return error.message;
  }
  throw new Error('The text was found.');
}

it('starts the message of a failed search with the content of the page, not with empty toast containers', () => {
  renderFeature(<Text>The content</Text>);

  const start = failedSearchMessage().slice(0, 1000);

  expect(start).toContain('The content');
  expect(start).not.toContain('Notifications');
});

it('prints a container that has a toast', () => {
  renderFeature(<Text>The content</Text>);

  act(() => void toastInfo('Saved'));

  expect(failedSearchMessage()).toContain('Saved');
});
