import type { APIRequestContext, Locator, Page } from '@playwright/test';

import type {
  ContactsRead,
  EscalationChange,
  EscalationStep,
  GetMeResponse,
  LineEscalationRead,
  PageRead,
} from '../src/api/generated/types.gen';
import { expect } from './fixtures';
import { headersOf } from './session';
import { recordTones, takeTones } from './tones';

/** Whom a request on the line pages and after how many seconds, by the hospital's own policy, until it is disposed of. */
export async function putPolicy(
  request: APIRequestContext,
  line: string,
  steps: readonly Pick<EscalationStep, 'afterSeconds' | 'targets'>[],
): Promise<AsyncDisposable> {
  const headers = await headersOf(request, 'admin');
  const me = (await (await request.get('/api/me', { headers })).json()) as GetMeResponse;
  const organizationId = me.organizations.find(({ name }) => name === 'Lakeshore Health Network')?.id ?? 0;
  const path = `/api/lines/${me.serviceLines.find(({ name }) => name === line)?.id ?? 0}/escalations/${organizationId}`;
  const replace = async (policies: EscalationChange['policies']) => {
    const { version } = (await (await request.get(path, { headers })).json()) as LineEscalationRead;
    const data: EscalationChange = { policies, reason: null, confirmed: ['pagesNobody', 'standard'] };
    const response = await request.put(path, { headers: { ...headers, 'If-Match': version }, data });
    if (!response.ok()) throw new Error(`${response.status()}: ${await response.text()}`);
  };
  const policy = {
    steps: steps.map((step) => ({ channels: null, hours: null, ...step })),
    rounds: 1,
    repeatSeconds: 600,
    backupNumber: '(555) 010-0150',
  };
  await replace([{ priority: null, facilityId: null, policy }]);
  return { [Symbol.asyncDispose]: () => replace([]) };
}

/** Leaves out what waits for this user on other lines because of other tests. */
export async function onlyOf(page: Page, line: string) {
  await page.route('**/api/pages', async (route) => {
    const response = await route.fetch();
    const pages = (await response.json()) as PageRead[];
    await route.fulfill({ response, json: pages.filter(({ serviceLineName }) => serviceLineName === line) });
  });
}

/** What waits for the user. */
export const waitingFor = (page: Page): Locator =>
  page.getByRole('region', { name: 'Waiting for you' }).getByRole('listitem');

/** Who was paged about the open consult. */
export const pagesOf = (page: Page): Locator => page.getByRole('region', { name: 'Pages', exact: true });

/** A phone of the demonstration, with what it received; the newest first. */
export class Phone {
  readonly page: Page;
  private readonly number: string;

  private constructor(page: Page, number: string) {
    this.page = page;
    this.number = number;
  }

  /** Opens the page with all phones in another tab of this browser. */
  static async of(owner: Page, number: string): Promise<Phone> {
    const page = await owner.context().newPage();
    const size = owner.viewportSize();
    if (size !== null) await page.setViewportSize(size);
    await page.goto('/demo-phones/');
    return new Phone(page, number);
  }

  received(text: string | RegExp): Locator {
    return this.page.getByRole('region', { name: this.number }).getByRole('listitem').filter({ hasText: text });
  }

  /** Answers the call that rings, and waits until what it says is there. */
  async answer(says: string | RegExp): Promise<Locator> {
    // An earlier attempt of the same test may have had the same call.
    const answered = this.received(/Call, (?!ringing)/);
    const before = await answered.count();
    await this.received('Call, ringing').getByRole('button', { name: 'Answer' }).click();
    await expect(answered).toHaveCount(before + 1);
    await expect(answered.first()).toContainText(says);
    return answered.first();
  }
}

/** Cancels a consult once the test is over, however it ended, so that it pages nobody in the tests that follow. */
export function cancelAfterwards(request: APIRequestContext, path: string): AsyncDisposable {
  return {
    [Symbol.asyncDispose]: async () => {
      await request.post(`/api/consults/${path.split('/').at(-1)}/complete?cancel=true`, {
        headers: await headersOf(request, 'nurse'),
        data: { completeType: 'cancelled', cancellationReason: 'Duplicate request' },
      });
    },
  };
}

/** Removes the contacts of a user that an earlier attempt has left. */
export async function removeContacts(request: APIRequestContext, username: string) {
  const headers = await headersOf(request, username);
  const { contacts } = (await (await request.get('/api/contacts', { headers })).json()) as ContactsRead;
  for (const { id, kind } of contacts) if (kind === 'call') await request.delete(`/api/contacts/${id}`, { headers });
}

/** Turns the sound on, and records it from then on. */
export async function turnSoundOn(page: Page) {
  await recordTones(page);
  const toggle = page.getByRole('switch', { name: 'Sound for new consults and urgent comments' });
  if ((await toggle.getAttribute('aria-checked')) !== 'true') await toggle.click();
  await takeTones(page);
}

/** Longer than the time after which something critical rings again; the page's clock is the test's. */
const NEXT_RING = 16_000;

/** Once, as for what is not critical. */
export async function expectTone(page: Page) {
  await expect.poll(() => takeTones(page)).toContain(880);
}

async function nextTones(page: Page): Promise<number[]> {
  await page.clock.fastForward(NEXT_RING);
  return takeTones(page);
}

/** Again and again: what has rung before does not count, nor does the first tone if it only comes now. */
export async function expectToRing(page: Page) {
  await takeTones(page);
  for (let repetition = 1; repetition <= 2; repetition += 1) await expect.poll(() => nextTones(page)).toContain(880);
}

/** The only one of these tabs of a person that rings again. */
export async function ringingOf(tabs: readonly Page[]): Promise<Page> {
  for (const tab of tabs) await takeTones(tab);
  const ringing: Page[] = [];
  for (const tab of tabs) if ((await nextTones(tab)).includes(880)) ringing.push(tab);
  const [only] = ringing;
  if (only === undefined || ringing.length > 1) throw new Error(`${ringing.length} tabs ring.`);
  return only;
}

/** Polls, because a new consult of another test makes one sound. */
export async function expectSilence(page: Page) {
  await takeTones(page);
  await expect.poll(() => nextTones(page)).toEqual([]);
}

/** How much of the 44 px around its center a thumb can press: 1 if nothing covers the button and it is large enough. */
export async function touchable(button: Locator): Promise<number> {
  return button.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const steps = [-21.5, 0, 21.5];
    const points = steps.flatMap((across) =>
      steps.map((down) => [x + width / 2 + across, y + height / 2 + down] as const),
    );
    return points.filter((point) => element.contains(document.elementFromPoint(...point))).length / points.length;
  });
}
