import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import { shortId } from './story';

/** A consult by the start of its id, as a link if the reader may open it. */
export function ConsultLink({ consultId, isOpenable }: { consultId: string; isOpenable: boolean }) {
  const name = `Consult ${shortId(consultId)}`;
  if (!isOpenable) return name;
  return (
    <Anchor renderRoot={(props) => <Link to="/consult/$id" params={{ id: consultId }} {...props} />}>{name}</Anchor>
  );
}
