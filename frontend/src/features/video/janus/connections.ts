import type { LinkReport } from '../media-link';

/** One end of something in Janus: null before its first connection and after its end. */
interface End {
  readonly connection: RTCPeerConnection | null;
}

/** Whether it had a connection that is interrupted. */
export function isDown(end: End | null): boolean {
  return ['disconnected', 'failed'].includes(end?.connection?.connectionState ?? '');
}

export function isUp(end: End | null): boolean {
  return end?.connection?.connectionState === 'connected';
}

/** The statistics of those that are up. */
export async function reportsOf(ends: readonly (readonly [string | null, End | null])[]): Promise<LinkReport[]> {
  const reports = ends.map(async ([attendeeId, end]) =>
    end?.connection?.connectionState === 'connected' ? [{ attendeeId, report: await end.connection.getStats() }] : [],
  );
  return (await Promise.all(reports)).flat();
}
