import { SkeletonCards } from '@/shared/ui/skeleton-card';

export function DetailsStep({ slug }: { slug: string }) {
  return (
    <section data-line={slug}>
      <SkeletonCards />
    </section>
  );
}
