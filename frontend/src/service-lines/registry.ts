import type { ServiceLine } from './define';

const found = import.meta.glob<ServiceLine>('./lines/*/index.ts', { eager: true, import: 'default' });

/** Every line that has a folder here; adding a folder adds a line. */
export const serviceLines: readonly ServiceLine[] = Object.values(found);

/** The line of a slug, or null for one that this browser does not know: it then shows in the generic way. */
export function serviceLineBySlug(slug: string): ServiceLine | null {
  return serviceLines.find((line) => line.slug === slug) ?? null;
}

/** The line that a service line id belongs to; a line may have several ids. */
export function serviceLineById(id: number): ServiceLine | null {
  return serviceLines.find((line) => line.contract.ids.some((one) => one === id)) ?? null;
}
