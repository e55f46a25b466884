import { useParams } from '@tanstack/react-router';

import { DetailsStep } from '@/features/request-wizard/details-step';
import { LocationStep } from '@/features/request-wizard/location-step';
import { PatientStep } from '@/features/request-wizard/patient-step';
import { ServiceStep } from '@/features/request-wizard/service-step';

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
  const { serviceLine = '' } = useParams({ strict: false });
  return <DetailsStep slug={serviceLine} key={serviceLine} />;
}
