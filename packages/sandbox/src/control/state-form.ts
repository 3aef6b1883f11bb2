import { isRecord } from '@rulebook/json/is-record';
import {
  either,
  isFlag,
  isNumber,
  isText,
  isWhole,
  listForm,
  mapOf,
  objectWith,
  oneOf,
  optional,
  type Form,
} from './form';
import type { Fault } from '../model';
import { serversOf, type SandboxPart } from '../part';
import { schemaVersion, type ControlState, type FaultRule } from '../sandbox-state';

const isFault = objectWith<
  Fault & {
    readonly milliseconds?: number;
    readonly status?: number;
    readonly headers?: object;
    readonly body?: unknown;
  }
>({
  kind: oneOf('delay', 'drop', 'status', 'cut'),
  milliseconds: optional(isWhole),
  status: optional(isWhole),
  headers: optional(mapOf(isText)),
  body: () => undefined,
});

/**
 * Returns the form of a sandbox's state that plays these services. A service may be missing as a whole, as in an export of a sandbox that did
 * not play it.
 */
export function stateFormOf(parts: readonly SandboxPart[]): Form {
  return (value, at) => {
    const played = parts.filter((part) => !isMissing(part, value));
    const ofServices = played.map(({ member, form }) => [member, form] as const);
    const seeds = played.flatMap(({ credential, seedForms = {} }) => [
      [credential, isText] as const,
      ...Object.entries(seedForms),
    ]);
    const form = objectWith<Readonly<Record<string, unknown>>>({
      schema: oneOf(schemaVersion),
      seed: objectWith<Readonly<Record<string, unknown>>>({
        ...Object.fromEntries(seeds),
        isDeterministic: optional(isFlag),
        firstRandom: optional(isWhole),
      }),
      control: controlFormOf(parts),
      ...Object.fromEntries(ofServices),
    });
    return form(value, at);
  };
}

function controlFormOf(parts: readonly SandboxPart[]): Form {
  const names = parts.flatMap(serversOf).map(({ name }) => name);
  return objectWith<ControlState>({
    clock: either(objectWith({ fixed: isNumber }), objectWith({ offset: isNumber })),
    faults: listForm(
      objectWith<FaultRule>({
        id: isWhole,
        server: optional(oneOf(...names)),
        method: optional(isText),
        path: isText,
        remaining: isWhole,
        skip: optional(isWhole),
        every: optional(isWhole),
        fault: isFault,
      }),
    ),
    nextFault: isWhole,
    random: optional(isWhole),
    replayed: optional(mapOf(isWhole)),
  });
}

function isMissing({ member, credential }: SandboxPart, state: unknown): boolean {
  if (!isRecord(state) || Object.hasOwn(state, member)) return false;
  return isRecord(state.seed) && !Object.hasOwn(state.seed, credential);
}
