import { SkeletonCards } from '@/shared/ui/skeleton-card';

export function PatientStep() {
  return <SkeletonCards />;
}
