/** The labels and values of a list of facts, in order. */
export function factsIn(region: Element = document.body): [string, string][] {
  return [...region.querySelectorAll('dt')].map((label) => [
    label.textContent,
    label.nextElementSibling?.textContent ?? '',
  ]);
}
