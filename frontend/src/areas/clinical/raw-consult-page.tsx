import { useParams } from '@tanstack/react-router';

import { RawConsult } from '@/features/consult/raw-consult';
import { usePageTitle } from '@/shared/hooks/use-page-title';

export function RawConsultPage() {
  const { id = '' } = useParams({ strict: false });
  usePageTitle('Consult');
  return <RawConsult consultId={id} />;
}
