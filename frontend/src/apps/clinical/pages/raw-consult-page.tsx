import { useParams } from '@tanstack/react-router';

import { RawConsult } from '@/features/consult/raw-consult';

export function RawConsultPage() {
  const { id = '' } = useParams({ strict: false });
  return <RawConsult consultId={id} />;
}
