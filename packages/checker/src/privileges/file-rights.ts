import type { Access, PrivilegeTables, RightKind, ServiceRights } from '@rulebook/catalogue/need';
import type { Provenance, ServiceId } from '@rulebook/catalogue/facts';
import { covers, reachOf } from '@rulebook/catalogue/covers';
import { matchesPattern } from '@rulebook/text/name-pattern';
import type { RequestNeed, Target } from './request-needs';

/** A request, with what it needs. */
export interface NeedyRequest {
  readonly label: string;
  /** The file, and the line counted from 0. */
  readonly file?: string;
  readonly line?: number;
  readonly service?: ServiceId;
  readonly operation?: string;
  /** Where it goes: the name of an endpoint, or a host; absent for a request to no endpoint. */
  readonly endpoint?: string;
  /** Absent: it is not published. */
  readonly needs?: readonly RequestNeed[];
}

/** What an explanation says of a request. */
interface ExplainedNeeds extends Pick<NeedyRequest, 'label' | 'line' | 'service' | 'operation' | 'needs'> {
  readonly endpoint?: { readonly name: string };
}

/** Returns an explained request of a file as one with needs. */
export function needyRequest(
  { label, line, service, operation, endpoint, needs }: ExplainedNeeds,
  file: string,
): NeedyRequest {
  return {
    ...{ label, file },
    ...(line !== undefined && { line }),
    ...(service !== undefined && { service }),
    ...(operation !== undefined && { operation }),
    ...(endpoint && { endpoint: endpoint.name }),
    ...(needs && { needs }),
  };
}

/** Why a right is in a list: a request that needs it, and the statement that says so. */
export interface RightReason {
  readonly request: NeedyRequest;
  readonly provenance: Provenance;
  /** For which of the things that the right is on; empty for a right on a cluster or an account. */
  readonly on: readonly string[];
  /** When it needs it, if not always. */
  readonly condition?: string;
}

/** One right on some things. */
export interface Right {
  readonly kind: RightKind;
  readonly name: string;
  readonly title?: string;
  readonly access?: Access;
  readonly target: Target;
  /** What it is needed on; empty for a right on a cluster or an account. */
  readonly on: readonly string[];
  readonly reasons: readonly RightReason[];
  /** No request needs it in every case. */
  readonly isConditional: boolean;
}

/** A request whose needs are not known, or not completely. */
export interface UnknownNeed {
  readonly request: NeedyRequest;
  /** What is not known, as a sentence. */
  readonly reason: string;
}

/** The smallest rights for the requests to one endpoint, or on one remote cluster. */
export interface EndpointRights {
  readonly service: ServiceId;
  readonly endpoint?: string;
  /** The remote cluster, as the requests name it. */
  readonly remote?: string;
  readonly rights: readonly Right[];
  readonly unknown: readonly UnknownNeed[];
  /** The requests, in order. */
  readonly requests: readonly NeedyRequest[];
}

/** How the rights are written: as privileges by name, or as the actions of the service. */
export type RightsForm = 'named' | 'actions';

/** Returns the smallest rights that requests need: a list for each endpoint, then one for each remote cluster. */
export function rightsOfRequests(
  requests: readonly NeedyRequest[],
  rightsOf: (id: ServiceId) => ServiceRights | undefined,
  form: RightsForm = 'named',
): readonly EndpointRights[] {
  const collectors = new Map<string, RightsCollector>();
  const collectorFor = (request: NeedyRequest, remote?: string): RightsCollector => {
    // A remote cluster without a known name is not the endpoint itself.
    const key = JSON.stringify([request.endpoint ?? '', request.service ?? '', remote]);
    const known = collectors.get(key);
    if (known !== undefined) return known;
    const made = new RightsCollector(request, remote, rightsOf(request.service ?? ''), form);
    collectors.set(key, made);
    return made;
  };
  for (const request of requests) {
    collectorFor(request).addRequest(request);
    for (const need of request.needs ?? []) collectorFor(request, need.remote).add(request, need);
  }
  return [...collectors.values()]
    .map((collector) => collector.result())
    .sort((one, other) => Number(one.remote !== undefined) - Number(other.remote !== undefined));
}

interface Entry {
  readonly need: RequestNeed;
  readonly name: string;
  readonly thing: string;
  readonly reasons: EntryReason[];
}

interface EntryReason extends Omit<RightReason, 'on'> {
  readonly need: RequestNeed;
}

class RightsCollector {
  readonly #first: NeedyRequest;
  readonly #remote: string | undefined;
  readonly #service: ServiceRights | undefined;
  readonly #form: RightsForm;
  readonly #requests: NeedyRequest[] = [];
  readonly #unknown: UnknownNeed[] = [];
  readonly #needs: { request: NeedyRequest; need: RequestNeed }[] = [];

  constructor(first: NeedyRequest, remote: string | undefined, service: ServiceRights | undefined, form: RightsForm) {
    this.#first = first;
    this.#remote = remote;
    this.#service = service;
    this.#form = form;
  }

  addRequest(request: NeedyRequest): void {
    this.#requests.push(request);
    if (request.needs === undefined) this.#unknown.push({ request, reason: whyUnknown(request) });
  }

  add(request: NeedyRequest, need: RequestNeed): void {
    const reason = unknownPart(need);
    if (reason !== undefined) this.#unknown.push({ request, reason });
    if (need.certainty !== 'unclear' && !(need.target === 'index' && need.on.length === 0))
      this.#needs.push({ request, need });
  }

  result(): EndpointRights {
    const { service = '', endpoint } = this.#first;
    return {
      service,
      ...(endpoint !== undefined && { endpoint }),
      ...(this.#remote !== undefined && { remote: this.#remote }),
      rights: grouped(this.#withoutIdle(this.#smallest([...this.#entries().values()])), this.#places()),
      unknown: this.#unknown,
      requests: this.#requests,
    };
  }

  /** What has no alternative comes first, so that an alternative can be one of these. */
  #entries(): ReadonlyMap<string, Entry> {
    const entries = new Map<string, Entry>();
    const sorted = this.#needs
      .map((each) => ({ ...each, key: JSON.stringify(each.need) }))
      // The order of the requests does not matter.
      .sort((one, other) => one.need.names.length - other.need.names.length || (one.key < other.key ? -1 : 1));
    for (const { request, need } of sorted) {
      const reason: EntryReason = {
        ...{ request, need },
        provenance: need.provenance,
        ...(need.condition !== undefined && { condition: need.condition }),
      };
      for (const thing of need.on.length === 0 ? [''] : need.on) {
        const name = this.#chosen(need, thing, entries);
        const key = JSON.stringify([need.kind, name, need.access, thing]);
        const known = entries.get(key);
        if (known === undefined) entries.set(key, { need, name, thing, reasons: [reason] });
        else known.reasons.push(reason);
      }
    }
    return entries;
  }

  /** Of alternatives, one that is needed anyway is enough; otherwise the smallest comes first. */
  #chosen(need: RequestNeed, thing: string, entries: ReadonlyMap<string, Entry>): string {
    if (this.#form === 'actions' && need.action !== undefined) return need.action;
    const isThere = (name: string): boolean =>
      [...entries.values()].some(
        (entry) => entry.thing === thing && this.#includes(entry, { ...need, names: [name] }, name),
      );
    return need.names.find(isThere) ?? need.names[0] ?? '';
  }

  /** Leaves out what others include. Of two that include each other, the first one stays. */
  #smallest(entries: readonly Entry[]): readonly Entry[] {
    const kept = [...entries];
    for (const entry of entries) {
      const larger = kept.find(
        (other) =>
          other !== entry &&
          coversThing(other.thing, entry.thing, entry.need.target) &&
          (this.#includes(other, entry.need, entry.name) || this.#reaches(other, entry)),
      );
      if (larger === undefined) continue;
      larger.reasons.push(...entry.reasons);
      kept.splice(kept.indexOf(entry), 1);
    }
    return kept;
  }

  /** Leaves out an alternative where each of its requests has another one that is needed anyway. */
  #withoutIdle(entries: readonly Entry[]): readonly Entry[] {
    const kept = [...entries];
    for (const entry of entries) {
      const instead = entry.reasons.map(({ need }) => {
        if (need.names.length < 2 || (this.#form === 'actions' && need.action !== undefined)) return undefined;
        return kept.find(
          (other) =>
            other !== entry &&
            coversThing(other.thing, entry.thing, need.target) &&
            need.names.some((name) => this.#includes(other, { ...need, names: [name] }, name)),
        );
      });
      if (instead.includes(undefined)) continue;
      entry.reasons.forEach((reason, index) => instead[index]?.reasons.push(reason));
      kept.splice(kept.indexOf(entry), 1);
    }
    return kept;
  }

  /** The places of the requests, in their order. */
  #places(): ReadonlyMap<NeedyRequest, number> {
    return new Map(this.#needs.map(({ request }, place) => [request, place]));
  }

  /** Whether a privilege grants the actions of all requests for which another one is in the list: what that one grants in addition is not needed. */
  #reaches({ need, name }: Entry, { reasons }: Entry): boolean {
    const { privileges } = this.#service ?? {};
    return reasons.every(({ need: { kind, action } }) => {
      if (privileges === undefined || kind !== need.kind || (kind !== 'cluster' && kind !== 'index')) return false;
      return action !== undefined && reachOf(privileges[kind], name, action) === 'all';
    });
  }

  #includes({ need, name }: Entry, asked: RequestNeed, askedName: string): boolean {
    if (need.kind !== asked.kind) return false;
    const { privileges, scopes = {} } = this.#service ?? {};
    switch (need.kind) {
      case 'cluster':
      case 'index':
        return privileges === undefined ? name === askedName : coversRight(privileges, need.kind, name, askedName);
      case 'permission':
        return name === askedName && ranks[need.access ?? 'read'] >= ranks[asked.access ?? 'read'];
      case 'scope':
        return name === askedName || (Object.hasOwn(scopes, name) && scopes[name]?.includes(askedName) === true);
      default:
        return name === askedName;
    }
  }
}

const ranks: Readonly<Record<Access, number>> = { read: 0, write: 1, admin: 2 };

function coversRight(tables: PrivilegeTables, kind: 'cluster' | 'index', name: string, asked: string): boolean {
  return covers(tables, kind, name, asked);
}

/** Returns whether a name or a pattern of indices includes another one. */
function coversThing(granted: string, asked: string, target: Target): boolean {
  if (granted === asked) return true;
  return target === 'index' && granted.includes('*') && !granted.startsWith('/') && matchesPattern(granted, asked);
}

function whyUnknown({ operation, service }: NeedyRequest): string {
  if (service === undefined) return 'It goes to no service that is known.';
  return operation === undefined
    ? 'Its service has no such operation, as far as it is known.'
    : 'What it needs is not published.';
}

function unknownPart({ certainty, names, titles = names, access, target, on, kind }: RequestNeed): string | undefined {
  const what = `\`${titles.join('`, `')}\`${access === undefined ? '' : ` with \`${access}\` access`}`;
  if (certainty === 'incomplete')
    return `In addition to ${what}, a further permission is needed, which is not published.`;
  if (certainty === 'unclear')
    return `It needs ${what}, or one of the others that are named so: it is not published which.`;
  if (target === 'index' && on.length === 0) return `It needs the ${kind} privilege ${what}, and names no index.`;
  return undefined;
}

/** Rights of one name on several things become one; things with the same rights are next to each other. */
function grouped(entries: readonly Entry[], places: ReadonlyMap<NeedyRequest, number>): readonly Right[] {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) {
    const key = JSON.stringify([entry.need.kind, entry.name, entry.need.access]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [entry]);
    else group.push(entry);
  }
  const made = [...groups.values()].map((group): Right => {
    const [{ need, name }] = group as [Entry, ...Entry[]];
    const position = need.names.indexOf(name);
    const title = need.titles?.[position];
    const reasons = group.flatMap(({ thing, reasons: own }) =>
      own.map(({ need: _, ...reason }): RightReason => ({ ...reason, on: thing === '' ? [] : [thing] })),
    );
    const placeOf = ({ request }: RightReason): number => places.get(request) ?? 0;
    return {
      kind: need.kind,
      name,
      ...(title !== undefined && { title }),
      ...(need.access !== undefined && { access: need.access }),
      target: need.target,
      on: group.map(({ thing }) => thing).filter((thing) => thing !== ''),
      reasons: distinctReasons(reasons.sort((one, other) => placeOf(one) - placeOf(other))),
      isConditional: reasons.every(({ condition }) => condition !== undefined),
    };
  });
  const order: readonly RightKind[] = ['cluster', 'index', 'application', 'permission', 'scope', 'role'];
  return made.sort(
    (one, other) => order.indexOf(one.kind) - order.indexOf(other.kind) || (one.name < other.name ? -1 : 1),
  );
}

function distinctReasons(reasons: readonly RightReason[]): readonly RightReason[] {
  const seen = new Map<string, RightReason>();
  for (const reason of reasons) {
    const key = `${reason.request.file ?? ''}:${reason.request.line ?? ''}:${reason.request.label}`;
    const known = seen.get(key);
    // A reason without a condition is the stronger one.
    const stronger = known !== undefined && known.condition === undefined ? known : reason;
    seen.set(key, { ...stronger, on: distinct([...(known?.on ?? []), ...reason.on]) });
  }
  return [...seen.values()];
}

function distinct(names: readonly string[]): readonly string[] {
  return [...new Set(names)];
}
