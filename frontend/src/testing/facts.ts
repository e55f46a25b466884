/** What a list of facts says: each label with its value, in their order. */
export function factsIn(region: Element = document.body): [string, string][] {
  return [...region.querySelectorAll('dt')].map((label) => [
    label.textContent,
    label.nextElementSibling?.textContent ?? '',
  ]);
}
