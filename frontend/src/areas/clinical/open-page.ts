import { type ParsedLocation, redirect } from '@tanstack/react-router';

import { findPagedConsult } from '@/features/paging/queries';
import { requireSignIn, type RouterContext } from '@/session/guards';
import { toastInfo } from '@/shared/ui/toasts';

const PAGE_ID = /^\d{1,10}$/;

interface PageRoute {
  context: RouterContext;
  location: Pick<ParsedLocation, 'href' | 'pathname'>;
  params: { pageId: string };
}

/** The target of a locked screen's button: the consult that rang, which only whoever was paged may find. */
export async function redirectToPagedConsult(route: PageRoute): Promise<never> {
  await requireSignIn(route);
  const { pageId } = route.params;
  const id = PAGE_ID.test(pageId) ? await findPagedConsult(Number(pageId)) : null;
  if (id !== null) throw redirect({ to: '/consult/$id', params: { id }, replace: true });
  toastInfo('What rang is for someone else, or you no longer have access to it.');
  throw redirect({ to: '/', replace: true });
}
