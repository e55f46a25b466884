import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';

import { fakeStreams } from '@/testing/fake-devices';
import { showCall } from '@/testing/meeting';
import { renderFeature } from '@/testing/render-app';
import { onPhone } from '@/testing/show-consult';

import { beside } from './beside';
import { CallOverlay } from './call-overlay';

const WIDTH = 40;

beforeEach(() => {
  fakeStreams();
  onPhone();
  // The large picture is at the right of the page, from 200 on.
  const rectOf = vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const left = Number(this.getAttribute('data-left') ?? 200);
    return new DOMRect(left, 0, WIDTH, 100);
  });
  onTestFinished(() => rectOf.mockRestore());
});

it('the picture over a note on a phone makes room for the field with the focus, and comes back when that is elsewhere', async () => {
  showCall();
  renderFeature(
    <>
      <CallOverlay onSettings={() => undefined} toConsult={() => null} />
      <main id="main" />
      <div data-covers>
        <input aria-label="Beside it" data-left={100} />
        <input aria-label="Below it" data-left={230} />
      </div>
    </>,
  );
  const resize = (name: RegExp) => screen.queryByRole('button', { name });
  expect(resize(/Picture$/)).not.toBeInTheDocument();
  act(() => beside.setState('note', true));
  onTestFinished(() => beside.setState(null, true));
  expect(resize(/Smaller/)).toBeInTheDocument();
  await userEvent.click(screen.getByRole('textbox', { name: 'Below it' }));
  expect(resize(/Larger/)).toBeInTheDocument();
  await userEvent.click(screen.getByRole('textbox', { name: 'Beside it' }));
  expect(resize(/Smaller/)).toBeInTheDocument();
  await userEvent.click(resize(/Smaller/) ?? document.body);
  expect(resize(/Larger/)).toBeInTheDocument();
  act(() => beside.setState('consult', true));
  expect(resize(/Picture$/)).not.toBeInTheDocument();
});
