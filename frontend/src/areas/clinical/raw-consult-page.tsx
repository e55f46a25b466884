import { getRouteApi } from '@tanstack/react-router';

import { RawConsult } from '@/features/consult/raw-consult';
import { usePageTitle } from '@/shared/hooks/use-page-title';

const consultRoute = getRouteApi('/signed-in/consult/$id');
const transferRoute = getRouteApi('/signed-in/transfer/$id');

export function RawConsultPage() {
  return <RawPage id={consultRoute.useParams().id} />;
}

export function RawTransferPage() {
  return <RawPage id={transferRoute.useParams().id} />;
}

function RawPage({ id }: { id: string }) {
  usePageTitle('Consult');
  return <RawConsult consultId={id} />;
}
