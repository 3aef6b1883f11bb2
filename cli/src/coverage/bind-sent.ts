import type { CheckContext, Engine } from '@rulebook/engine';
import type { Binding } from './binding';
import type { RecordedParts } from '@rulebook/request-file/syntax';
import type { Service } from '@rulebook/services';
import { isLoopbackHost } from '@rulebook/text';

interface Known {
  readonly engine: Engine;
  readonly context: CheckContext;
  readonly services: readonly Service[];
}

/**
 * Returns what a request that was sent is of one of the services. One to this machine, where a sandbox or a server under development answers at
 * any port, is of the service that has its path.
 */
export function bindSent({ engine, context, services }: Known, request: RecordedParts): Binding | undefined {
  const isCounted = (binding: Binding | undefined): binding is Binding =>
    binding?.match.kind === 'operation' && services.some(({ id }) => id === binding.service?.id);
  const plain = engine.bindRecorded(request, context);
  if (isCounted(plain)) return plain;
  if (!URL.canParse(request.url)) return undefined;
  const { origin, hostname } = new URL(request.url);
  if (!isLoopbackHost(hostname)) return undefined;
  for (const { id, baseUrls = [], relativeUrls = [] } of services) {
    for (const path of new Set(['', ...baseUrls.map(pathOf), ...relativeUrls])) {
      const endpoint = { name: 'sent', service: id, baseUrl: `${origin}${path.replace(/\/$/, '')}` };
      const bound = engine.bindRecorded(request, { ...context, endpoints: [endpoint], defaults: { [id]: 'sent' } });
      if (isCounted(bound)) return bound;
    }
  }
  return undefined;
}

function pathOf(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname : '';
}
