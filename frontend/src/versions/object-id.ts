/** Whether what an address says is an id at all. */
export function isObjectId(id: number): boolean {
  return Number.isSafeInteger(id) && id > 0;
}
