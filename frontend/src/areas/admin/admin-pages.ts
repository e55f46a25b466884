/** What administrators open, in one file. */
export { AdminLayout } from './admin-layout';
export { AuditPage } from './audit-page';
export { DeliveryProblemsPage } from './delivery-problems-page';
export { SystemPage } from './system-page';
