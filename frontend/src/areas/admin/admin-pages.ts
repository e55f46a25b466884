/** What administrators open, in one file. */
export { AccessCheckPage } from './access-check-page';
export { AdminLayout } from './admin-layout';
export { AuditPage } from './audit-page';
export { ConnectionsPage } from './connections-page';
export { DeliveryProblemsPage } from './delivery-problems-page';
export { PeoplePage } from './people-page';
export { PersonPage } from './person-page';
export { RolesPage } from './roles-page';
export { SystemPage } from './system-page';
