import { createEngine, type Endpoint } from '@rulebook/engine';
import {
  createSandbox,
  perRequest,
  refusalsIn,
  type Recording,
  type Sandbox,
  type SandboxChecks,
  type SandboxServer,
} from '@rulebook/sandbox';
import { createExamples, identities, type ServiceId } from '@rulebook/services';
import { createDescriptionLoader } from '../shipped-descriptions';
import { loadQueries } from '../shipped-queries';
import type { PlayedParts } from './played-parts';
import type { StartOptions } from './sandbox-start';

/** Which port a server has makes no difference to what is checked. */
const checkedPort = 9270;

/** What a sandbox plays, and how. */
export interface CreatedOptions extends Pick<StartOptions, 'ofServices'> {
  readonly played: PlayedParts;
  /** Responses that come before those of the services. */
  readonly recording?: Recording | undefined;
  /** Rejects only what the documents forbid. */
  readonly lenient?: boolean;
  /** Receives what went wrong, in lines for people. */
  readonly say: (text: string) => void;
}

/** Returns the sandbox as functions, with what checks its requests. */
export function createPlayed({ played, recording, lenient: isLenient = false, say, ofServices }: CreatedOptions): {
  readonly sandbox: Sandbox;
  readonly checks: SandboxChecks;
} {
  const loadDescription = createDescriptionLoader(say);
  const engine = createEngine({
    loadDescription,
    onRuleFailure: (rule, frames) => {
      say(`The rule ${rule} failed and is skipped.\n${frames}`);
    },
  });
  const endpoints = new Map<ServiceId, Endpoint>();
  const { described } = played;
  const sandbox = createSandbox(
    played.parts,
    {
      exampleOf: createExamples(engine.catalogue, loadDescription),
      read: (service, request) => {
        const endpoint = endpoints.get(service);
        const found = endpoint && engine.describedWire(request, endpoint);
        // A lenient sandbox applies the documents alone.
        return found && { operation: found.operation, refusals: isLenient ? [] : found.findings, needs: found.needs };
      },
    },
    recording,
    loadQueries,
  );
  for (const server of sandbox.servers) {
    if (!endpoints.has(server.service))
      endpoints.set(server.service, {
        ...endpointOf(server, `http://127.0.0.1:${checkedPort + server.portOffset}`),
        ...targetOf(server.service, ofServices),
      });
  }
  const checks = Object.fromEntries(
    [...endpoints].map(([service, endpoint]) => [
      service,
      perRequest(
        described.some(({ id }) => id === service)
          ? (request) => (isLenient ? [] : (engine.describedWire(request, endpoint, described)?.findings ?? []))
          : (request) => refusalsIn(engine.checkWire(request, endpoint), isLenient),
      ),
    ]),
  );
  return { sandbox, checks };
}

/** Returns the version and the vendor that the options of a start give the servers of a service. */
function targetOf(service: ServiceId, given: StartOptions['ofServices']): Partial<Endpoint> {
  return Object.fromEntries(
    (identities.find(({ id }) => id === service)?.startOptions ?? []).flatMap(({ target, member }) => {
      const value = given[member]?.at(-1);
      return value === undefined || target === undefined ? [] : [[target, value]];
    }),
  );
}

/** Returns the endpoint of a server of the sandbox. */
export function endpointOf(
  { endpoint, service }: SandboxServer,
  baseUrl: string,
): Endpoint & { readonly service: ServiceId } {
  return { name: endpoint, service, baseUrl };
}
