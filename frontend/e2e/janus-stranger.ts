/** Whoever knows Janus' address, and what they may have heard of a call. */
import { randomUUID } from 'node:crypto';

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
