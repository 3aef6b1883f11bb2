import type { WireRequest, WireResponse } from '../model';
import type { SandboxServer } from '../part';
import { headerValue } from '../wire';

/** Responds to a browser in which a user opens the address without a credential; returns undefined for any other request. */
export function welcome(server: Pick<SandboxServer, 'summary'>, request: WireRequest): WireResponse | undefined {
  const isPage = request.method === 'GET' && /^\/(?:\?|$)/.test(request.target);
  if (!isPage || !/\btext\/html\b/i.test(headerValue(request, 'accept') ?? '')) return undefined;
  if (headerValue(request, 'authorization') !== undefined) return undefined;
  const lines = [
    `This is Rulebook's sandbox. It plays ${server.summary} on this machine, without any real service.`,
    '',
    'Send the credential with your requests that the sandbox printed at its start:',
    '',
    '  Authorization: Bearer <credential>',
    '',
    'GET /_sandbox, with the same credential, shows how to reset it, move its clock, add faults, and export its state.',
    '',
  ];
  return { status: 200, headers: [['Content-Type', 'text/plain; charset=utf-8']], body: lines.join('\n') };
}
