import { lazy, Suspense } from 'react';

import type { AppPanelProps } from './app-panel-props';

const AppPanelDrawer = lazy(async () => ({ default: (await import('./app-panel-drawer')).AppPanelDrawer }));

/** The panel of the other applications; its code comes when it is first opened. */
export function AppPanel(props: AppPanelProps) {
  return <Suspense>{props.opened && <AppPanelDrawer {...props} />}</Suspense>;
}
