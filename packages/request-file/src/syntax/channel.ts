import type { RequestSyntax } from './model';

const methods: ReadonlySet<string> = new Set(['WS', 'WSS', 'WEBSOCKET']);

/** Returns whether a word in the place of the method opens a WebSocket connection. */
function isChannelMethod(word: string): boolean {
  return /^w/i.test(word) && methods.has(word.toUpperCase());
}

/** Returns whether a request opens a WebSocket connection: its method or the scheme of its URL says so. */
export function isChannel({ method, target }: Pick<RequestSyntax, 'method' | 'target'>): boolean {
  if (method !== undefined && isChannelMethod(method.text)) return true;
  return target.origin !== undefined && /^wss?:\/\//i.test(target.origin.text);
}

/** Returns the URL as people know it of the HTTP request that opens a connection. */
export function channelUrl(url: string): string {
  return url.replace(/^http(s?):(?=\/\/)/i, 'ws$1:');
}

/** Returns the URL of the HTTP request that opens a connection (RFC 6455, 4.1); any other URL as it is. */
export function handshakeUrl(url: string): string {
  return url.replace(/^ws(s?):(?=\/\/)/i, 'http$1:');
}
