import { getRouteApi } from '@tanstack/react-router';

import { DetailsStep } from '@/features/request-wizard/details-step';
import { LocationStep } from '@/features/request-wizard/location-step';
import { PatientStep } from '@/features/request-wizard/patient-step';
import { ServiceStep } from '@/features/request-wizard/service-step';

const detailsRoute = getRouteApi('/signed-in/wizard/request/$serviceLine');

export function LocationStepPage() {
  return <LocationStep />;
}

export function PatientStepPage() {
  return <PatientStep />;
}

export function ServiceStepPage() {
  return <ServiceStep />;
}

export function DetailsStepPage() {
  const { serviceLine } = detailsRoute.useParams();
  return <DetailsStep slug={serviceLine} key={serviceLine} />;
}
