import { Notifications } from '@mantine/notifications';

import classes from './toasts.module.css';

/** All toasts, also those that were raised before it was rendered. */
export function ToastList() {
  return <Notifications position="bottom-right" limit={4} zIndex={400} classNames={{ root: classes.host ?? '' }} />;
}
