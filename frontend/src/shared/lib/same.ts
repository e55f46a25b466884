/** Whether two values are equal as plain data, regardless of the order of their fields. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const bFields = new Map<string, unknown>(Object.entries(b));
  const aFields = Object.entries(a);
  return (
    aFields.length === bFields.size &&
    aFields.every(([key, value]) => bFields.has(key) && isSame(value, bFields.get(key)))
  );
}
