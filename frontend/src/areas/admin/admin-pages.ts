/** What administrators open, in one file. */
export { AdminLayout } from './admin-layout';
export { DeliveryProblemsPage } from './delivery-problems-page';
export { SystemPage } from './system-page';
