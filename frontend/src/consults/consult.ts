import { type Line, lines, type LineSlug } from '@/api/contract/lines.gen';
import type { GetConsultResponse } from '@/api/generated/types.gen';

/** A consult of any line, as `GET /consults/{id}` returns it. */
export type Consult = GetConsultResponse;

type LineOf<S extends LineSlug> = Extract<Line, { slug: S }>;

/** A consult of one line: the one that carries the line's own record. */
export type ConsultOf<S extends LineSlug> = Extract<Consult, Record<LineOf<S>['detailName'], unknown>>;

/** Whether the consult carries the line's own record. */
export function isConsultOf<S extends LineSlug>(slug: S, consult: Consult): consult is ConsultOf<S> {
  return lines.some((line) => line.slug === slug && line.detailName in consult);
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text from the URL can be a consult's id. */
export function isConsultId(text: string): boolean {
  return ID.test(text);
}
