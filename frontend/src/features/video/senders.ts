import { isSame } from '@/shared/lib/same';

import type { SendPlan } from './send-plan';
import { VOICE_BITS } from './send-plan';
import type { TrackKind } from './sent-tracks';

/** The kinds in the order of a connection's transceivers. A window of an older build has no third one. */
export const sentKinds = ['microphone', 'camera', 'screen'] as const satisfies readonly TrackKind[];

export const mediaTypes = { microphone: 'audio', camera: 'video', screen: 'video' } as const;

/** The transceiver of each kind, as both sides know them: the order in which they were offered. */
export function transceiverOf(connection: RTCPeerConnection, kind: TrackKind): RTCRtpTransceiver | undefined {
  const ofType = connection.getTransceivers().filter(({ receiver }) => receiver.track.kind === mediaTypes[kind]);
  return ofType[kind === 'screen' ? 1 : 0];
}

/** Sound goes first where the browser and the network can tell; what is shared stays sharp, and the camera gives way in both. */
const preferences = {
  microphone: { priority: 'high' },
  camera: { priority: 'low', degradation: 'balanced' },
  screen: { priority: 'medium', degradation: 'maintain-resolution' },
} as const;

/** Applies the plan to a connection. What a browser does not know, it ignores; what it refuses stays as it was. */
export function applyPlan(connection: RTCPeerConnection, plan: SendPlan) {
  for (const kind of sentKinds) {
    const sender = transceiverOf(connection, kind)?.sender;
    if (sender !== undefined) applyTo(sender, kind, plan).catch(() => undefined);
  }
}

async function applyTo(sender: RTCRtpSender, kind: TrackKind, plan: SendPlan) {
  const parameters = sender.getParameters();
  const [encoding] = parameters.encodings;
  // Nothing is negotiated yet; the next plan comes soon.
  if (encoding === undefined) return;
  const { priority, ...preference } = preferences[kind];
  const wanted = { ...encodingOf(kind, plan, sender.track), priority, networkPriority: priority };
  if (isSame({ ...encoding, ...wanted }, { ...encoding })) return;
  Object.assign(encoding, wanted);
  if ('degradation' in preference) parameters.degradationPreference = preference.degradation;
  await sender.setParameters(parameters);
}

function encodingOf(kind: TrackKind, plan: SendPlan, track: MediaStreamTrack | null): RTCRtpEncodingParameters {
  if (kind === 'microphone') return { maxBitrate: VOICE_BITS };
  if (kind === 'screen') return { maxBitrate: plan.screen.bits };
  // A phone held upright has a picture that is taller than wide.
  const { width = 0, height = 0 } = track?.getSettings() ?? {};
  const scale = Math.max(1, Math.min(width, height) / plan.camera.height);
  return { maxBitrate: plan.camera.bits, scaleResolutionDownBy: scale };
}
