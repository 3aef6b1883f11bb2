import { createEngine, type Endpoint } from '@rulebook/engine';
import type { SandboxPart } from '@rulebook/sandbox';
import {
  collectUnseen,
  knownExchanges,
  partSetBy,
  releaseSeen,
  settingRequests,
  truthOfPlayed,
  wellKnown,
  type KnownExchange,
  type SeenExchange,
  type Truth,
} from '@rulebook/sandbox/drift';
import { identities, playedServers, type Service } from '@rulebook/services';
import { sandboxParts } from '@rulebook/services/sandbox';
import { createDescriptionLoader } from '../shipped-descriptions';
import { startPlayedCalls } from './played-calls';
import type { StartOptions } from './sandbox-start';

/** No configuration says more of a service. */
const noContext = { endpoints: [], defaults: {} };

type Values = StartOptions['ofServices'];

/** A service that the sandbox plays without a description, and what of it was seen. */
export interface SeenBuiltIn {
  readonly service: Service;
  readonly part: SandboxPart;
  readonly known: readonly KnownExchange[];
  /** The options of the sandbox with the version and the product that were seen, unless they name others. */
  readonly ofServices: Values;
}

/** Returns the options of a sandbox that plays the service of an endpoint in its version and of its vendor. */
export function valuesOfEndpoint({
  service,
  version,
  vendor,
}: Pick<Endpoint, 'service' | 'version' | 'vendor'>): Values {
  const { startOptions = [] } = identities.find(({ id }) => id === service) ?? {};
  return Object.fromEntries(
    startOptions.flatMap(({ target, member }): (readonly [string, readonly string[]])[] => {
      const value = target === 'version' ? version : target === 'vendor' ? vendor : undefined;
      return value === undefined ? [] : [[member, [value]]];
    }),
  );
}

/** Returns the service of which exchanges are, of those that the sandbox plays by itself: the one that they say most of. */
export function seenBuiltIn(
  parts: readonly SandboxPart[],
  seen: readonly SeenExchange[],
  given: Values,
  say: (text: string) => void,
): SeenBuiltIn | undefined {
  const engine = createEngine({ loadDescription: createDescriptionLoader(say) });
  const all = parts.flatMap((part): readonly (SeenBuiltIn & { readonly weight: number })[] => {
    const { id, shownProducts = [] } = part.service;
    if (!sandboxParts.some(({ service }) => service.id === id)) return [];
    const named = Object.fromEntries(Object.entries(given).filter(([, values]) => values.length > 0));
    const ofServices = { ...valuesOfEndpoint({ service: id, ...releaseSeen(shownProducts, seen) }), ...named };
    const target = targetIn(id, ofServices);
    const service = engine.serviceOf({ name: id, service: id, baseUrl: '', ...target }, noContext) ?? part.service;
    const { known } = knownExchanges(service, seen);
    return [{ service, part, known, ofServices, weight: known.filter(wellKnown).length }];
  });
  const [best] = all.toSorted((one, other) => other.weight - one.weight);
  return best === undefined || best.weight === 0 ? undefined : best;
}

function targetIn(id: string, values: Values): Pick<Endpoint, 'version' | 'vendor'> {
  const { startOptions = [] } = identities.find((one) => one.id === id) ?? {};
  return Object.fromEntries(
    startOptions.flatMap(({ target, member }) => {
      const value = values[member]?.at(-1);
      return value === undefined || target === undefined ? [] : [[target, value]];
    }),
  );
}

/** What a sandbox is that was set from what was seen. */
export interface SetBuiltIn {
  readonly part: SandboxPart;
  readonly truth: Truth;
  /** The requests that it was not to take, such as `PUT /a (400)`. */
  readonly refused: readonly string[];
}

/** Says how true the sandbox of a version is that was given what was seen, and is otherwise as it always is. */
export async function truthOfVersion(seen: SeenBuiltIn, say: (text: string) => void): Promise<Truth> {
  const { service, part, known } = seen;
  const requests = await settingRequests(service, known);
  const truth = await playAll(partSetBy(part, { requests, service, recorded: [] }), { ...seen, say });
  return { ...truth, isOfVersion: true };
}

/** Sets the part of a service from what was seen, without what the service does not show, and says how true it is. */
export async function setBuiltIn(seen: SeenBuiltIn, say: (text: string) => void): Promise<SetBuiltIn> {
  const { service, part, known } = seen;
  const requests = await settingRequests(service, known);
  let refused: readonly string[] = [];
  const setting = { requests, service, recorded: [], onSet: (all: readonly string[]) => (refused = all) };
  const collected = collectUnseen();
  await playAll(partSetBy(part, setting), { ...seen, say }, collected.add);
  const unseen = collected.unseen();
  const truth = await playAll(partSetBy(part, { ...setting, unseen }), { ...seen, say });
  return { part: partSetBy(part, { requests, service, recorded: known, unseen }), truth, refused };
}

/** Plays what was seen in a sandbox without servers. */
async function playAll(
  part: SandboxPart,
  { service, known, ofServices, say }: SeenBuiltIn & { readonly say: (text: string) => void },
  onPlayed?: Parameters<typeof truthOfPlayed>[3],
): Promise<Truth> {
  const calls = await startPlayedCalls({ played: { parts: [part], described: [], remarks: [] }, ofServices, say });
  try {
    const own = playedServers.find((one) => one.service === service.id && one.isDefault === true);
    const server = own?.name ?? calls.servers[0]?.name ?? '';
    return await truthOfPlayed(service, known, (request) => calls.answer(server, request), onPlayed);
  } finally {
    await calls.end();
  }
}
