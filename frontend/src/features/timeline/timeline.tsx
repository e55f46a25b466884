/** What happened to a consult, newest first. */
export function Timeline({ consultId }: { consultId: string }) {
  return (
    <section aria-label="Consult Request Timeline" data-consult={consultId}>
      <h2>Consult Request Timeline</h2>
    </section>
  );
}
