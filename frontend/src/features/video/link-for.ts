import type { JoinInfo } from '@/api/generated/types.gen';

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
