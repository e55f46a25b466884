import type { Attend, JoinInfo } from '@/api/generated/types.gen';

import type { MediaLink, MediaLinkOptions } from './media-link';
import { Mesh } from './mesh';

/** The way that the server has chosen for the meeting. The code for a media server is loaded only by those who need it. */
export async function linkFor(joined: JoinInfo, options: MediaLinkOptions): Promise<MediaLink> {
  const { mediaPlacement } = joined.meeting;
  // Servers of earlier versions say nothing about it.
  if (mediaPlacement == null) return new Mesh(joined, options);
  const { JanusLink } = await import('./janus/janus-link');
  return new JanusLink(joined, mediaPlacement, options);
}

/** What the server is told of it; nothing in a mesh that has always been one. */
export function wayOf(
  { meeting }: JoinInfo,
  { publisherId, isCutOff }: MediaLink,
): Pick<Attend, 'publisherId' | 'mediaGeneration' | 'isCutOff'> {
  // Servers of earlier versions refuse what they do not know.
  if (!('mediaGeneration' in meeting)) return {};
  const { mediaGeneration } = meeting;
  return {
    ...(mediaGeneration > 0 && { mediaGeneration }),
    ...(publisherId !== null && { publisherId }),
    ...(isCutOff && { isCutOff }),
  };
}
