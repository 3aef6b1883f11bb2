import { createMasker } from '@rulebook/catalogue/masking';
import type { Release } from '@rulebook/engine/rehearsal';
import { startPlayedCalls, type PlayedCalls } from '@rulebook/node/playing/played-calls';
import { playedParts } from '@rulebook/node/playing/played-parts';
import type { WireResponse } from '@rulebook/sandbox';
import type { DifferingResponse } from '@rulebook/sandbox/comparison';
import { createNamedResponses, type NamedResponses } from '@rulebook/sender/variables';
import { identities, playedServers, startOptions } from '@rulebook/services';
import { createConfigurationFinder, environment } from '../configuration/configuration-file';
import { sayOnError } from '../exit-codes';
import type { PlayedDifference } from './model';

/** A sandbox of a release with the responses that its requests refer to. */
export interface Stage {
  readonly calls: PlayedCalls;
  answers: NamedResponses;
}

/** The sandboxes of both releases. */
export type Stages = readonly [Stage, Stage];

/** What became of a request: both have answered, or why it was not played, as half a sentence. */
export type Played =
  | {
      readonly difference: PlayedDifference | undefined;
      /** It was not asked for, but made what was there. */ readonly isState?: true;
    }
  | string;

/** Returns whether the sandbox plays versions of a release's service. */
export function isPlayed({ service, version }: Release): boolean {
  const { startOptions: own = [] } = identities.find(({ id }) => id === service.id) ?? {};
  return version !== undefined && own.some(({ target }) => target === 'version');
}

/** Starts the sandbox of a release. */
export async function stageOf({ service, vendor, version }: Release): Promise<Stage> {
  const ofServices = Object.fromEntries(
    startOptions.flatMap(({ target, member }): (readonly [string, readonly string[]])[] => {
      if (target === 'version') return version === undefined ? [] : [[member, [version]]];
      return target === 'vendor' ? [[member, [vendor]]] : [];
    }),
  );
  const played = await playedParts(
    { service: [service.id], description: [] },
    { find: createConfigurationFinder(), environment },
  );
  return { calls: await startPlayedCalls({ played, ofServices, say: sayOnError }), answers: createNamedResponses() };
}

/** Returns the name of the server of the sandbox that stands for an endpoint: one of its name, or the usual one of the service. */
export function serverFor(endpoint: string | undefined, service: string): string {
  const own = playedServers.find((one) => one.endpoint === endpoint && one.service === service);
  return (own ?? playedServers.find((one) => one.service === service && one.isDefault === true))?.name ?? '';
}

/** Returns the header fields that a sandbox gets; its credential is its own. */
export function playedHeaders(
  headers: readonly (readonly [name: string, value: string])[],
): readonly (readonly [name: string, value: string])[] {
  return headers.filter(([name]) => !/^(?:authorization|host|cookie|content-length|content-encoding)$/i.test(name));
}

/** Returns whether the body is in a form that the sandbox does not read. */
export function isUnread(headers: readonly (readonly [name: string, value: string])[]): boolean {
  return headers.some(([name, value]) => /^content-type$/i.test(name) && /yaml|cbor|smile/i.test(value));
}

/** Returns whether the sandbox does not play what was asked for: a part of it has no play, and says so by 501. */
export function isUnplayed({ status, body }: WireResponse): boolean {
  return status === 501 || (status >= 500 && body.includes('"sandbox_'));
}

/** Returns a difference without what must not be shown. */
export function maskedDifference(found: DifferingResponse, secrets: readonly string[]): DifferingResponse {
  const masker = createMasker(secrets);
  return JSON.parse(masker.text(JSON.stringify(found))) as DifferingResponse;
}
