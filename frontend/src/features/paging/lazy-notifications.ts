import { LazyModule } from '@/shared/lib/lazy-module';

/** The browser's notifications, which the first page does not need. */
export const pageNotifications = new LazyModule(async () => import('./page-notifications'));
