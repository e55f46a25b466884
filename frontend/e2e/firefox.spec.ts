import { call, join, test } from './call-fixtures';
import { expect } from './fixtures';
import { FIREFOX, openInFirefox, startFirefox } from './firefox';
import { expectMedia, isInstalled, openAt } from './media';
import { requestConsult } from './request-consult';

test('a nurse with Firefox and a specialist with Chromium see and hear each other [VID-01] @soak', async ({
  baseURL,
  browser,
  contextOptions,
  request,
  until,
}) => {
  test.skip(!isInstalled(FIREFOX), 'NOT TESTED: calls with Firefox, which is not installed');
  const origin = baseURL ?? '';
  const { path } = await requestConsult(request, 'nurse', 'Tele-Hospitalist');
  const firefox = await startFirefox();
  await until(Promise.resolve({ stop: () => firefox.close() }));
  const nurse = await openInFirefox(firefox, origin, 'nurse', path);
  const specialist = await openAt(browser, contextOptions, origin, 'hospitalist', path);
  await nurse.locator('::-p-aria([name="Join Video Call"][role="button"])').click();
  await nurse.locator('::-p-aria([name="Join Now"][role="button"])').click();
  await join(specialist);
  for (const page of [nurse, specialist]) {
    const { lost, packets } = await expectMedia(page, 1);
    expect(lost / packets).toBeLessThan(0.05);
  }
  await expect(call(specialist).locator('figure video:visible')).toHaveCount(1);
  await specialist.context().close();
});
