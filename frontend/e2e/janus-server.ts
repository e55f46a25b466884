import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';

import { ended } from './second-server';

const port = Number(process.env.WARDLINE_E2E_PORT ?? '8711');
/** A port so far from the server's, as long as there is one. */
const portAt = (distance: number) => (port + distance < 65_536 ? port + distance : port - distance);
const httpPort = portAt(10_000);
const socketPort = portAt(15_000);
const ADMIN_KEY = 'of-these-tests';

/** Where Janus is once a test has started it. All servers of a run know it, because any of them may have to end a room. */
export const janusSettings = {
  WARDLINE_JANUS_URL: `ws://127.0.0.1:${socketPort}`,
  WARDLINE_JANUS_API_URL: `http://127.0.0.1:${httpPort}/janus`,
  WARDLINE_JANUS_ADMIN_KEY: ADMIN_KEY,
};

/** The files of docs/operations.md, for this machine alone. */
const files = {
  'janus.jcfg': `
    general: { reclaim_session_timeout = 30  session_timeout = 60  debug_level = 3 }
    nat: { ice_enforce_list = "127.0.0.1" }
    plugins: { disable = "libjanus_audiobridge.so,libjanus_duktape.so,libjanus_echotest.so,libjanus_lua.so,libjanus_nosip.so,libjanus_recordplay.so,libjanus_sip.so,libjanus_streaming.so,libjanus_textroom.so,libjanus_videocall.so,libjanus_voicemail.so" }
    transports: { disable = "libjanus_mqtt.so,libjanus_nanomsg.so,libjanus_pfunix.so,libjanus_rabbitmq.so" }
    loggers: { disable = "libjanus_jsonlog.so" }`,
  'janus.transport.http.jcfg': `general: { http = true  port = ${httpPort}  ip = "127.0.0.1"  https = false }`,
  'janus.transport.websockets.jcfg': `general: { ws = true  ws_port = ${socketPort}  ws_ip = "127.0.0.1"  wss = false }`,
  'janus.plugin.videoroom.jcfg': `general: { admin_key = "${ADMIN_KEY}" }`,
};

/** Whether there is more than the loopback interface, which Janus does not use. */
export const hasNetwork = Object.values(networkInterfaces()).some((found) =>
  found?.some(({ internal, family }) => !internal && family === 'IPv4'),
);

export interface JanusServer {
  readonly stop: () => Promise<void>;
}

export async function startJanus(): Promise<JanusServer> {
  const folder = mkdtempSync(join(tmpdir(), 'wardline-janus-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const janus = spawn('janus', ['-F', folder, '--interface=127.0.0.1'], { stdio: 'ignore' });
  const stop = async () => {
    await ended(janus, () => janus.kill('SIGKILL'));
    rmSync(folder, { recursive: true, force: true });
  };
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const answer = await fetch(`http://127.0.0.1:${httpPort}/janus/info`).catch(() => null);
    if (answer?.ok === true) return { stop };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await stop();
  throw new Error('Janus did not start.');
}
