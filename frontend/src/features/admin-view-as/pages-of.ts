import type { Permitted } from '@/session/me';

/** The names of the pages that somebody may open. */
export type PagesOf = (who: Permitted) => readonly string[];
