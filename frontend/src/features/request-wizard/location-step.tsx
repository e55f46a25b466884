import { SkeletonCards } from '@/shared/ui/skeleton-card';

export function LocationStep() {
  return <SkeletonCards />;
}
