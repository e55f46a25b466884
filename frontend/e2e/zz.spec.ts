import { requestConsult } from './request-consult';
import { expect, test } from './fixtures';
import { goOnCall } from './on-call';
import { editor, STROKE_LINE } from './stroke-notes';
import type { Page } from '@playwright/test';

test.use({ screenshot: 'off' });

async function longTasks(page: Page, act: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => {
    const w = window as unknown as { tasks: number[]; o: PerformanceObserver };
    w.tasks = [];
    w.o = new PerformanceObserver((l) => w.tasks.push(...l.getEntries().map((e) => Math.round(e.duration))));
    w.o.observe({ type: 'longtask' });
  });
  await act();
  return page.evaluate(() => (window as unknown as { tasks: number[] }).tasks);
}

test('zz note', async ({ openAs, request }) => {
  test.slow();
  const { path } = await requestConsult(request, 'nurse', STROKE_LINE);
  const writer = await openAs('neuro', path);
  await goOnCall(writer, STROKE_LINE);
  await writer.getByRole('button', { name: 'Complete' }).click();
  await writer.getByRole('menuitem', { name: 'Video with Stroke Note' }).click();
  const dialog = writer.getByRole('dialog', { name: 'Stroke Note' });
  await expect(dialog.getByText('All changes saved')).toBeVisible();
  const devtools = await writer.context().newCDPSession(writer);
  await editor(writer, 'HPI').click();
  await writer.keyboard.type('x');
  await writer.waitForTimeout(2000);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const text = 'Right arm weakness since breakfast, worse within minutes; the family called at once and he could not speak when they arrived at ten.';
  await devtools.send('Profiler.enable');
  await devtools.send('Profiler.start');
  const tasks = await longTasks(writer, async () => {
    await writer.keyboard.type(text, { delay: 60 });
    await writer.waitForTimeout(6000);
  });
  const { profile } = (await devtools.send('Profiler.stop')) as any;
  const self = new Map<string, number>();
  const byId = new Map(profile.nodes.map((n: any) => [n.id, n]));
  profile.samples.forEach((id: number, i: number) => {
    const n: any = byId.get(id);
    const k = `${n.callFrame.functionName} ${n.callFrame.url.split('/').pop()}:${n.callFrame.lineNumber}`;
    self.set(k, (self.get(k) ?? 0) + (profile.timeDeltas[i] ?? 0) / 1000);
  });
  console.log('NOTE', text.length, 'keys', JSON.stringify(tasks));
  console.log([...self].sort((a, b) => b[1] - a[1]).slice(0, 25).map(([k, v]) => `${v.toFixed(0)} ${k}`).join('\n'));
});
