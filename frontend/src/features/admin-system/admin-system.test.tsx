import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, it, vi } from 'vitest';

import { renderFeature } from '@/testing/render-app';
import { server } from '@/testing/server';
import { makeSystemItem, serveSystem } from '@/testing/system';

import { systemQuery } from './queries';
import { Shipped } from './shipped';
import { SystemBoard } from './system-board';

const working = { kind: 'work', items: [makeSystemItem()] } as const;
const backup = makeSystemItem({
  name: 'Last backup',
  state: 'lookSoon',
  value: '2 days ago, 1.2 GB.',
  action: 'Run `wardline backup FILE` every day.',
  at: '2026-03-02T12:00:00Z',
});
const disk = makeSystemItem({ name: 'Data directory', state: 'actNow', value: '1 MB free.', action: 'Make space.' });

const groups = () => [
  { ...working, items: [...working.items] },
  { kind: 'backups' as const, items: [backup] },
  { kind: 'disk' as const, items: [disk] },
];

it('names what needs action first, worst first, with what to do, and then every part', async () => {
  serveSystem(groups());
  renderFeature(<SystemBoard />);
  expect(await screen.findByText('1 thing needs action now. 1 thing needs a look soon.')).toBeInTheDocument();
  const problems = screen.getByRole('list', { name: 'What needs action' });
  expect(
    within(problems)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Act nowDisk: Data directory1 MB free.Make space.',
    expect.stringMatching(
      /^Look soonBackups: Last backup2 days ago, 1\.2 GB\. .*2026.*Run wardline backup FILE every day\.$/,
    ),
  ]);
  expect(within(problems).getByText('wardline backup FILE').tagName).toBe('CODE');
  const parts = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(parts).toEqual(['Background Work', 'Backups', 'Disk']);
  const work = screen.getByRole('region', { name: 'Background Work' });
  expect(within(work).getByRole('listitem')).toHaveTextContent('OK:Workers2 workers running.');
});

it.each([
  { items: [makeSystemItem()], sentence: 'Everything works.' },
  { items: [makeSystemItem({ state: 'note' })], sentence: 'Everything works.' },
  { items: [backup], sentence: 'Everything works. 1 thing needs a look soon.' },
  { items: [disk, { ...disk, name: 'Disk 2' }], sentence: '2 things need action now.' },
])('sums up: $sentence', async ({ items, sentence }) => {
  serveSystem([{ kind: 'disk', items }]);
  renderFeature(<SystemBoard />);
  expect(await screen.findByText(sentence)).toBeInTheDocument();
});

it('says since when it is outdated if the server stops responding, and that rights have ended', async () => {
  const served = serveSystem(groups());
  const { queryClient } = renderFeature(<SystemBoard />);
  await screen.findByText(/^Checked at/);
  const refetch = () => act(() => queryClient.refetchQueries({ queryKey: systemQuery.queryKey }));
  served.failure = 418;
  await refetch();
  expect(await screen.findByText(/Not up to date\. This is how it was at/)).toBeInTheDocument();
  expect(screen.getByRole('region', { name: 'Disk' })).toBeInTheDocument();
  served.failure = 403;
  await refetch();
  expect(await screen.findByText('You do not have access to this page')).toBeInTheDocument();
  expect(screen.queryByRole('region', { name: 'Disk' })).not.toBeInTheDocument();
});

it('says what to check if nothing could be loaded, and tries again', async () => {
  const served = serveSystem(groups());
  served.failure = 418;
  renderFeature(<SystemBoard />);
  expect(await screen.findByText('The state of the system could not be loaded')).toBeInTheDocument();
  expect(screen.getByText('wardline health')).toBeInTheDocument();
  served.failure = 0;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('region', { name: 'Disk' })).toBeInTheDocument();
});

it('shows the licenses of what is shipped, and saves the bill of materials', async () => {
  server.use(
    http.get('*/api/system/licenses', () =>
      HttpResponse.json([{ name: 'fastapi', version: '0.165.1', license: 'MIT', usedIn: 'server' }]),
    ),
    http.get('*/api/system/sbom', () =>
      HttpResponse.text('{"bomFormat":"CycloneDX"}', { headers: { 'content-type': 'application/vnd.cyclonedx+json' } }),
    ),
  );
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    if (file instanceof Blob) files.push(file);
    return '#saved';
  });
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  renderFeature(<Shipped />);
  await userEvent.click(screen.getByRole('button', { name: 'Show licenses' }));
  expect(await screen.findByRole('row', { name: 'fastapi 0.165.1 MIT Server' })).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Download bill of materials' }));
  await vi.waitFor(() => expect(saved).toHaveBeenCalledOnce());
  expect(await files[0]?.text()).toBe('{"bomFormat":"CycloneDX"}');
});
