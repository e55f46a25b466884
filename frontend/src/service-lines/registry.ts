import type { ServiceLine } from './define';

const modules = import.meta.glob<ServiceLine>('./lines/*/index.ts', { eager: true, import: 'default' });

/** Every line that has a folder here; adding a folder adds a line. */
export const serviceLines: readonly ServiceLine[] = Object.values(modules);

/** The line with this slug; null if this version of the application does not know it and shows it generically. */
export function serviceLineBySlug(slug: string): ServiceLine | null {
  return serviceLines.find((line) => line.slug === slug) ?? null;
}

/** The line that this service line id belongs to; a line can have several ids. */
export function serviceLineById(id: number): ServiceLine | null {
  return serviceLines.find((line) => line.contract.ids.some((one) => one === id)) ?? null;
}
