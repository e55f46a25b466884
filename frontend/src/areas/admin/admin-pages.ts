/** What administrators open, in one file. */
export { AdminLayout } from './admin-layout';
export { DeliveryProblemsPage } from './delivery-problems-page';
export { PeoplePage } from './people-page';
export { PersonPage } from './person-page';
