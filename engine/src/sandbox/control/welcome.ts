import type { WireRequest, WireResponse } from '../model';
import type { SandboxServer } from '../sandbox-state';
import { headerValue } from '../wire';

const played: Readonly<Record<SandboxServer, string>> = {
  cluster: 'a search cluster',
  leader: 'the search cluster that the other one knows as the remote cluster "leader"',
  host: 'a code host',
};

/** Answers a person who opens the address in a browser, which sends no credential; returns undefined for any other request. */
export function welcome(server: SandboxServer, request: WireRequest): WireResponse | undefined {
  const isPage = request.method === 'GET' && /^\/(?:\?|$)/.test(request.target);
  if (!isPage || !/\btext\/html\b/i.test(headerValue(request, 'accept') ?? '')) return undefined;
  if (headerValue(request, 'authorization') !== undefined) return undefined;
  const lines = [
    `This is Rulebook's sandbox. It plays ${played[server]}, on this machine and with nothing real behind it.`,
    '',
    'It answers requests that carry the credential which it printed when it was started:',
    '',
    '  Authorization: Bearer <credential>',
    '',
    'GET /_sandbox, with the same credential, tells how to reset it, move its clock, make it fail, and save what it holds.',
    '',
  ];
  return { status: 200, headers: [['Content-Type', 'text/plain; charset=utf-8']], body: lines.join('\n') };
}
