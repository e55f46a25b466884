import { abilityOf, useMe } from '@/session/me';

import type { Consult } from '@/consults/consult';
import { Fact } from './facts';

/** The location's video rooms, for users who may view or join them. */
export function VideoRoomFact({ location }: { location: Consult['Encounter']['location'] }) {
  const ability = abilityOf(useMe());
  if (!ability.can('ViewVidyo', 'Consult') && !ability.can('JoinVidyoMeeting', 'Consult')) return null;
  return <Fact label="Video Room">{location.VidyoRooms.map(({ name }) => name).join('\n')}</Fact>;
}
