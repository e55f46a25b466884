import { type ParsedLocation, redirect } from '@tanstack/react-router';

import { findPathOfPage } from '@/features/paging/queries';
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
  const path = PAGE_ID.test(pageId) ? await findPathOfPage(Number(pageId)) : null;
  if (path !== null) throw redirect({ href: path, replace: true });
  toastInfo('What rang is for someone else, or you no longer have access to it.');
  throw redirect({ to: '/', replace: true });
}
