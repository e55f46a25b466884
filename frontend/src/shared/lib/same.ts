/** Whether two values are equal as plain data, regardless of the order of their fields. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const others = new Map<string, unknown>(Object.entries(other));
  const own = Object.entries(one);
  return own.length === others.size && own.every(([key, value]) => others.has(key) && isSame(value, others.get(key)));
}
