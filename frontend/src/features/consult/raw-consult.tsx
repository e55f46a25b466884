/** The consult as the server sends it. */
export function RawConsult({ consultId }: { consultId: string }) {
  return <pre>{consultId}</pre>;
}
