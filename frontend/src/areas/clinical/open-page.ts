import { type ParsedLocation, redirect } from '@tanstack/react-router';

import { isApiError } from '@/api/errors';
import { findConsultOfPage } from '@/api/generated/sdk.gen';
import { requireSignIn, type RouterContext } from '@/session/guards';
import { toastInfo } from '@/shared/ui/toasts';

const NOT_FOUND = 404;

interface PageRoute {
  context: RouterContext;
  location: Pick<ParsedLocation, 'href' | 'pathname'>;
  params: { pageId: string };
}

/** The target of a locked screen's button: the consult that rang, which only whoever was paged may find. */
export async function redirectToPagedConsult(route: PageRoute): Promise<never> {
  await requireSignIn(route);
  const id = await consultOf(route.params.pageId);
  if (id !== null) throw redirect({ to: '/consult/$id', params: { id }, replace: true });
  toastInfo('What rang is for someone else, or you no longer have access to it.');
  throw redirect({ to: '/', replace: true });
}

async function consultOf(pageId: string): Promise<string | null> {
  if (!/^\d{1,10}$/.test(pageId)) return null;
  try {
    const found = await findConsultOfPage({ path: { page_id: Number(pageId) }, meta: { quiet: [NOT_FOUND] } });
    return found.consultId;
  } catch (error) {
    if (isApiError(error, NOT_FOUND)) return null;
    throw error;
  }
}
