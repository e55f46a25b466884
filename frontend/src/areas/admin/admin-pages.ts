/** What administrators open, in one file. */
export { AccessCheckPage } from './access-check-page';
export { AdminLayout } from './admin-layout';
export { AuditPage } from './audit-page';
export { ConnectionsPage } from './connections-page';
export { DeliveryProblemsPage } from './delivery-problems-page';
export { EmergencyAccessesPage } from './emergency-accesses-page';
export { EscalationPage } from './escalation-page';
export { LinePage } from './line-page';
export { LinesPage } from './lines-page';
export { PeopleImportPage } from './people-import-page';
export { PeoplePage } from './people-page';
export { PersonPage } from './person-page';
export { ProvisioningPage } from './provisioning-page';
export { RolePage } from './role-page';
export { RolesPage } from './roles-page';
export { SystemPage } from './system-page';
export { ViewAsPage } from './view-as-page';
