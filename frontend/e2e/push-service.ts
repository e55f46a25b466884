import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A push service and the browser's part of the encryption (RFC 8291), because Chromium cannot reach a push service here.
 * A page subscribes with `subscription`; what the server sends is decrypted and given to `deliver`.
 */
export class PushService {
  /** Receives the content of each push. */
  deliver: (content: string) => Promise<void> = () => Promise.resolve();
  private readonly key: ECDH = createECDH('prime256v1');
  private readonly auth = randomBytes(16);
  private readonly server: Server;

  private constructor() {
    this.key.generateKeys();
    this.server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        response.writeHead(request.headers['content-encoding'] === 'aes128gcm' ? 201 : 400).end();
        void this.deliver(this.decrypt(Buffer.concat(parts)));
      });
    });
  }

  static async start(): Promise<PushService> {
    const service = new PushService();
    await new Promise<void>((resolve) => service.server.listen(0, '127.0.0.1', resolve));
    return service;
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  get subscription() {
    const { port } = this.server.address() as AddressInfo;
    const keys = { p256dh: this.key.getPublicKey('base64url'), auth: this.auth.toString('base64url') };
    return { endpoint: `http://127.0.0.1:${port}/push/1`, keys };
  }

  private decrypt(body: Buffer): string {
    const salt = body.subarray(0, 16);
    const sender = body.subarray(21, 21 + body.readUInt8(20));
    const record = body.subarray(21 + sender.length);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.key.getPublicKey(), sender]);
    const material = derive(this.key.computeSecret(sender), this.auth, info, 32);
    const key = derive(material, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
    const nonce = derive(material, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
    const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16));
    const content = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
    return content.subarray(0, content.lastIndexOf(2)).toString();
  }
}

function derive(secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, length));
}
