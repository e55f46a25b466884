import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';

import { renderFeature } from '@/testing/render-app';

import { showRestoredNotice } from './restored-notice';

it('is shown once, although input is restored twice', async () => {
  renderFeature(<div />);
  act(() => {
    showRestoredNotice();
    showRestoredNotice();
  });
  await waitFor(() => expect(screen.getAllByText(/^What you typed was saved/)).toHaveLength(1));
});
