import { SkeletonCards } from '@/shared/ui/skeleton-card';

/** What was asked, and the actions that the server allows. */
export function ConsultView({ consultId }: { consultId: string }) {
  return (
    <section aria-label="Consult" data-consult={consultId}>
      <SkeletonCards count={2} />
    </section>
  );
}
