import { expect, it, vi } from 'vitest';

import { createQueryClient, whenIdle } from './query-client';

it('is idle only after the queries of the page have their data', async () => {
  const queryClient = createQueryClient();
  const idle = vi.fn();
  void whenIdle(queryClient).then(idle);
  const answer: Record<string, (data: string) => void> = {};
  for (const name of ['list', 'bell']) {
    const queryFn = () => new Promise<string>((resolve) => (answer[name] = resolve));
    void queryClient.query({ queryKey: [name], queryFn });
  }
  answer.list?.('25 cards');
  await vi.waitFor(() => expect(queryClient.getQueryData(['list'])).toBe('25 cards'));
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(idle).not.toHaveBeenCalled();
  answer.bell?.('2 unread');
  await vi.waitFor(() => expect(idle).toHaveBeenCalledTimes(1));
});

it('is idle without queries', async () => {
  await expect(whenIdle(createQueryClient())).resolves.toBeUndefined();
});
