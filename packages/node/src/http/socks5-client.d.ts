declare module 'undici/lib/core/socks5-client.js' {
  import type { EventEmitter } from 'node:events';
  import type { Socket } from 'node:net';

  /** The part of undici that speaks SOCKS5 on a connected socket. It emits `authenticated`, `connected` and `error`. */
  export class Socks5Client extends EventEmitter {
    constructor(socket: Socket, options?: { readonly username?: string; readonly password?: string });
    readonly state: string;
    handshake(): void;
    connect(host: string, port: number): void;
  }
}
