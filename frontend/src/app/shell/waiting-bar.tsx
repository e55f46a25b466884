import type { ComponentProps } from 'react';

import { ShortWarning } from '@/features/contacts/short-warning';
import { WaitingPages } from '@/features/paging/waiting-pages';

import { openPagingSettings } from './paging-settings';
import { useIsBesideNote } from './use-is-beside-note';

/** What waits for the user, with what they should know of this screen. */
export function WaitingBar(props: Omit<ComponentProps<typeof WaitingPages>, 'warning' | 'isLine'>) {
  const isLine = useIsBesideNote();
  return <WaitingPages {...props} isLine={isLine} warning={<ShortWarning onOpenPaging={openPagingSettings} />} />;
}
