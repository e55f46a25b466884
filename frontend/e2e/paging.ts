import type { APIRequestContext, Locator, Page } from '@playwright/test';

import type {
  EscalationPolicyChange,
  EscalationPolicyRead,
  EscalationStep,
  GetMeResponse,
} from '../src/api/generated/types.gen';
import { expect } from './fixtures';
import { headersOf } from './session';

/** Whom a request on the line pages and after how many seconds, by the hospital's own policy, until it is disposed of. */
export async function putPolicy(
  request: APIRequestContext,
  line: string,
  steps: readonly Pick<EscalationStep, 'afterSeconds' | 'targets'>[],
): Promise<AsyncDisposable> {
  const headers = await headersOf(request, 'admin');
  const me = (await (await request.get('/api/me', { headers })).json()) as GetMeResponse;
  const data: EscalationPolicyChange = {
    serviceLineId: me.serviceLines.find(({ name }) => name === line)?.id ?? 0,
    priority: null,
    facilityId: null,
    policy: {
      steps: steps.map((step) => ({ channels: null, hours: null, ...step })),
      rounds: 1,
      repeatSeconds: 600,
      backupNumber: '(555) 010-0150',
    },
  };
  const response = await request.put('/api/escalation-policies', { headers, data });
  if (!response.ok()) throw new Error(`${response.status()}: ${await response.text()}`);
  const { id } = (await response.json()) as EscalationPolicyRead;
  return {
    [Symbol.asyncDispose]: async () => {
      await request.delete(`/api/escalation-policies/${id}`, { headers });
    },
  };
}

/** What waits for the user about requests on the line, whatever else waits for them because of other tests. */
export const waitingFor = (page: Page, line: string): Locator =>
  page.getByRole('region', { name: 'Waiting for you' }).getByRole('listitem').filter({ hasText: line });

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
    await this.received('Call, ringing').getByRole('button', { name: 'Answer' }).click();
    const call = this.received(says).first();
    await expect(call).toBeVisible();
    return call;
  }
}

/** Cancels a consult, so that it pages nobody in the tests that follow. */
export async function cancel(request: APIRequestContext, path: string) {
  const response = await request.post(`/api/consults/${path.split('/').at(-1)}/complete?cancel=true`, {
    headers: await headersOf(request, 'nurse'),
    data: { completeType: 'cancelled', cancellationReason: 'Duplicate request' },
  });
  if (!response.ok()) throw new Error(`${response.status()}: ${await response.text()}`);
}
