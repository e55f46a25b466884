import { Lazy, lazyComponent } from '@/shared/ui/lazy';

import type { AppPanelProps } from './app-panel-props';

const appPanelDrawer = lazyComponent(async () => (await import('./app-panel-drawer')).AppPanelDrawer);

/** The panel of the other applications; its code is loaded when it opens. */
export function AppPanel(props: AppPanelProps) {
  if (!props.opened) return null;
  return (
    <Lazy component={appPanelDrawer} onFailure={props.onClose}>
      {(AppPanelDrawer) => <AppPanelDrawer {...props} />}
    </Lazy>
  );
}
