/** Whoever knows Janus' address, and what they may have heard of a call. */
import { randomUUID } from 'node:crypto';

import type { Page } from '@playwright/test';

import { janusSettings } from './janus-server';

const API = janusSettings.WARDLINE_JANUS_API_URL;

interface Answer {
  readonly data: { readonly id: number };
  readonly janus: string;
  readonly plugindata?: { readonly data: Readonly<Record<string, unknown>> };
}

async function post(path: string, body: object): Promise<Answer> {
  const text = JSON.stringify({ ...body, transaction: randomUUID() });
  return (await (await fetch(`${API}${path}`, { method: 'POST', body: text })).json()) as Answer;
}

/** The VideoRoom's answer to one request in a new session. */
export async function askJanus(body: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, unknown>>> {
  const session = `/${(await post('', { janus: 'create' })).data.id}`;
  const handle = await post(session, { janus: 'attach', plugin: 'janus.plugin.videoroom' });
  let answer = await post(`${session}/${handle.data.id}`, { janus: 'message', body });
  while (answer.plugindata === undefined) answer = (await (await fetch(`${API}${session}`)).json()) as Answer;
  await post(session, { janus: 'destroy' });
  return answer.plugindata.data;
}

interface Entry {
  readonly signalingUrl: string;
  readonly room: number;
  readonly pin: string;
  readonly token: string;
  /** The name with which it enters. */
  readonly display: string;
}

/**
 * A connection of its own from somebody's page, which publishes a picture under any name, receives what someone else publishes, and
 * does not end with the call. The page's `connections` know both of its ends.
 */
export function hideIn(page: Page, entry: Entry): Promise<void> {
  return page.evaluate(async ({ signalingUrl, room, pin, token, display }) => {
    interface Reply {
      readonly janus: string;
      readonly transaction?: string;
      readonly data: { readonly id: number };
      readonly jsep: RTCSessionDescriptionInit;
      readonly plugindata: { readonly data: { readonly private_id: number; readonly publishers: { id: number }[] } };
    }
    const socket = new WebSocket(signalingUrl, 'janus-protocol');
    await new Promise((resolve) => socket.addEventListener('open', resolve));
    const waiting = new Map<string, (reply: Reply) => void>();
    socket.addEventListener('message', ({ data }) => {
      const reply = JSON.parse(String(data)) as Reply;
      if (reply.janus !== 'ack') waiting.get(reply.transaction ?? '')?.(reply);
    });
    const ask = (request: object) =>
      new Promise<Reply>((resolve) => {
        const transaction = crypto.randomUUID();
        waiting.set(transaction, resolve);
        socket.send(JSON.stringify({ ...request, transaction }));
      });
    const session = { session_id: (await ask({ janus: 'create' })).data.id };
    const attach = async () => {
      const reply = await ask({ ...session, janus: 'attach', plugin: 'janus.plugin.videoroom' });
      return (body: object, jsep?: RTCSessionDescription | null) =>
        ask({ ...session, janus: 'message', handle_id: reply.data.id, body, ...(jsep && { jsep }) });
    };
    const describe = async (connection: RTCPeerConnection) => {
      await connection.setLocalDescription();
      while (connection.iceGatheringState !== 'complete') await new Promise((resolve) => setTimeout(resolve, 10));
      return connection.localDescription;
    };

    const [publish, receive] = [await attach(), await attach()];
    const joined = await publish({ request: 'join', ptype: 'publisher', room, pin, token, display });
    const sending = new RTCPeerConnection();
    for (const track of document.createElement('canvas').captureStream(5).getTracks()) sending.addTrack(track);
    const answer = await publish({ request: 'publish' }, await describe(sending));
    await sending.setRemoteDescription(answer.jsep);

    const { private_id, publishers } = joined.plugindata.data;
    const streams = [{ feed: publishers[0]?.id }];
    const offer = await receive({ request: 'join', ptype: 'subscriber', room, pin, private_id, streams });
    const receiving = new RTCPeerConnection();
    await receiving.setRemoteDescription(offer.jsep);
    await receive({ request: 'start' }, await describe(receiving));
  }, entry);
}
