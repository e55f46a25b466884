import { SkeletonCards } from '@/shared/ui/skeleton-card';

export function ServiceStep() {
  return <SkeletonCards />;
}
