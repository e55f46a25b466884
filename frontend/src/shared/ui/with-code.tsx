/** A sentence of the server, in which commands and settings are between backticks. */
export function WithCode({ children }: { children: string }) {
  return children
    .split('`')
    .map((part, index) => (index % 2 === 1 ? <code key={`${String(index)} ${part}`}>{part}</code> : part));
}
