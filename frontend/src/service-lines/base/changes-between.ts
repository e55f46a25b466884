import { type Fields, isFields } from '@/api/rules';

/** The fields of `before` whose values have changed; null for a field that was cleared. */
export function changesBetween(before: Fields, after: Fields): Fields {
  const changed = Object.entries(before).flatMap(([name, old]): [string, unknown][] => {
    const now = after[name] ?? null;
    if (!isFields(old)) return now === (old ?? null) ? [] : [[name, now]];
    const inner = changesBetween(old, isFields(now) ? now : {});
    return Object.keys(inner).length === 0 ? [] : [[name, inner]];
  });
  return Object.fromEntries(changed);
}

/** Applies such changes to form values; a cleared field becomes empty text. */
export function withChanges(values: Fields, changes: Fields): Fields {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const change = changes[name];
      if (change === undefined) return [name, value];
      return [name, isFields(value) && isFields(change) ? withChanges(value, change) : (change ?? '')];
    }),
  );
}
