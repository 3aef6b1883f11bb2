import { merged } from './normalise';
import { declaredStep, type DeclaredPart, type DeclaredStep, type NamedInRequest } from './declared';
import type { DeclaringRequest, DeclaringSource, MissingValue, UnreadRequest } from './model';
import type { Units } from './scalars';

/** A request that counts for a resource, and what it does to it. */
export interface ExpectedRequest {
  /** Its place among all requests. */
  readonly index: number;
  readonly request: DeclaringRequest;
  readonly step: DeclaredStep;
}

/** A resource as all requests about it leave it. */
export interface ExpectedResource {
  /** Absent: it is not known which resource it is. */
  readonly named?: NamedInRequest;
  readonly noun?: string;
  readonly state: 'declared' | 'removed';
  /** Some request creates it, if it is not there. */
  readonly isCreated: boolean;
  readonly parts: readonly DeclaredPart[];
  readonly sources: readonly DeclaringSource[];
  /** The requests that count, in their order. */
  readonly requests: readonly ExpectedRequest[];
  readonly secrets: readonly string[];
  /** Texts in the place of values that are not known. */
  readonly missing: ReadonlyMap<string, MissingValue>;
  readonly units: Units;
  /** The service answers strangers as if nothing was there. */
  readonly isHidden: boolean;
  /** Why it cannot be compared. */
  readonly reason?: string;
}

/** What files declare. */
export interface Expected {
  readonly resources: readonly ExpectedResource[];
  /** How many requests declare nothing. */
  readonly others: number;
}

/** Returns what requests declare together, in their order: what is later counts. */
export function resourcesOf(requests: readonly (DeclaringRequest | UnreadRequest)[]): Expected {
  const found = new Map<string, ExpectedResource>();
  let others = 0;
  for (const [index, request] of requests.entries()) {
    if ('reason' in request) {
      found.set(`request ${index}`, unread(request));
      continue;
    }
    const step = declaredStep(request);
    if (step === undefined) {
      others++;
      continue;
    }
    const named = step.kind === 'unknown' ? step.named : step;
    const key = named?.key ?? `request ${index}`;
    // What is in a resource falls with it.
    if (step.kind === 'removes') {
      for (const other of found.keys()) if (other.startsWith(`${key}/`)) found.delete(other);
    }
    found.set(key, after(found.get(key), { step, request, index }));
  }
  return { resources: [...found.values()], others };
}

function unread({ source, reason }: UnreadRequest): ExpectedResource {
  return {
    ...{
      state: 'declared',
      isCreated: false,
      parts: [],
      sources: [source],
      requests: [],
      secrets: [],
      units: {},
      isHidden: false,
    },
    missing: new Map(),
    reason,
  };
}

/** Returns a resource after one more request. */
function after(before: ExpectedResource | undefined, one: ExpectedRequest): ExpectedResource {
  const { step, request } = one;
  const { source, secrets, missing = new Map<string, MissingValue>(), service } = request;
  const about = {
    sources: [...(before?.sources ?? []), source],
    secrets: [...new Set([...(before?.secrets ?? []), ...secrets])],
    missing: new Map([...(before?.missing ?? []), ...missing]),
    units: service,
    isHidden: service.hidesFromStrangers === true,
  };
  switch (step.kind) {
    case 'unknown': {
      const { named, noun, reason } = step;
      return {
        ...{ ...about, requests: [one] },
        ...(named && { named }),
        ...(noun !== undefined && { noun }),
        ...{ state: 'declared', isCreated: false, parts: [], reason },
      };
    }
    case 'removes': {
      const { kind: _, ...named } = step;
      return {
        ...{ ...about, named, noun: named.readBack.noun, requests: [one] },
        ...{ state: 'removed', isCreated: false, parts: [] },
      };
    }
    case 'declares': {
      const { kind: _, parts, ...named } = step;
      const isChange = named.readBack.isChange === true || named.readBack.isLasting === true;
      const former = isChange && before?.state === 'declared' ? before : undefined;
      const { reason } = former ?? {};
      return {
        ...{ ...about, named, noun: named.readBack.noun, state: 'declared' as const },
        isCreated: !isChange || former?.isCreated === true,
        requests: [...(former?.requests ?? []), one],
        parts: former === undefined ? parts : together(former.parts, parts),
        ...(reason !== undefined && { reason }),
      };
    }
  }
}

/** Returns parts with what other ones change in them. */
function together(before: readonly DeclaredPart[], changes: readonly DeclaredPart[]): readonly DeclaredPart[] {
  const isOf = (one: DeclaredPart, other: DeclaredPart): boolean => one.part.at.join('/') === other.part.at.join('/');
  return [
    ...before.map((one) => {
      const change = changes.find((other) => isOf(one, other));
      return change === undefined ? one : { ...one, value: merged(one.value, change.value, one.part.replacedDepth) };
    }),
    ...changes.filter((change) => !before.some((one) => isOf(one, change))),
  ];
}
