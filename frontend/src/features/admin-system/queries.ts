import { queryOptions, useMutation } from '@tanstack/react-query';

import { getSbom, getSystem, listLicenses } from '@/api/generated/sdk/administration.gen';

import { saveFile } from '@/shared/lib/save-file';

const REFETCH_MS = 30_000;

/** How the installation does. A failure is shown in the place of the page, or beside what is known. */
export const systemQuery = queryOptions({
  queryKey: ['system'],
  queryFn: ({ signal }) => getSystem({ signal, meta: { quiet: true } }),
  staleTime: 0,
  refetchInterval: REFETCH_MS,
});

/** What is shipped changes only with the version. */
export const licensesQuery = queryOptions({
  queryKey: ['licenses'],
  queryFn: ({ signal }) => listLicenses({ signal, meta: { quiet: true } }),
  staleTime: Infinity,
});

/** Downloads the bill of materials, which a link could not, because the server wants the access token. */
export function useSaveBill() {
  return useMutation({
    mutationFn: async () => {
      const bill: unknown = await getSbom({ parseAs: 'blob' });
      if (bill instanceof Blob) saveFile(bill, 'wardline-sbom.cdx.json');
    },
  });
}
