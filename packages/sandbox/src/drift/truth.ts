import { isRecord } from '@rulebook/json/is-record';
import type { Service } from '@rulebook/catalogue/service';
import { plainType } from '../played/media-types';
import type { WireResponse } from '../model';
import type { SandboxSeed } from '../sandbox-state';
import type { CheckWire } from '../wire';
import { fieldOf, jsonIn } from './judge-answer';
import { methodOf } from './known-exchanges';
import { partLike } from './like';
import type { KnownExchange, OperationTruth, Truth } from './model';
import { kindOf } from './shape-differences';
import { withMembers } from './with-members';

/** More parts of a body are not compared. */
const maxParts = 5000;
const maxDepth = 40;

/**
 * Plays the exchanges in their order in a sandbox that was set from them, and says how many it answers alike: with the same status and media type, and
 * a body of the same members and types. What a limit, a failure or a lack of rights has answered is not played.
 */
export function truthOf(service: Service, exchanges: readonly KnownExchange[], check: CheckWire): Truth {
  const free = withoutCredentials(service);
  const byId = new Map(free.operations.map((operation) => [operation.id, operation]));
  const ofFree = exchanges.map((one) => ({ ...one, operation: byId.get(one.operation.id) ?? one.operation }));
  const part = partLike(free, ofFree);
  const seed = {} as SandboxSeed;
  let state = part.create(seed);
  const found = new Map<string, { played: number; alike: number; first?: string }>();
  for (const exchange of exchanges) {
    const { request, response, operation, isPart } = exchange;
    const { status } = response;
    if (isPart === true || status >= 500 || [304, 401, 403, 429].includes(status)) continue;
    const step = part.step(state, {
      ...{ server: service.id, request, check, service: part.service, seed },
      input: { now: Date.UTC(2026, 0, 1), randomText: (length) => 'r'.repeat(length), baseUrl: 'http://127.0.0.1' },
    });
    ({ state } = step);
    const name = `${methodOf(exchange)} ${operation.path}`;
    const counted = found.get(name) ?? { played: 0, alike: 0 };
    found.set(name, counted);
    counted.played++;
    const other = formDifference(response, step.response, request.method === 'HEAD');
    if (other === undefined) counted.alike++;
    else counted.first ??= other;
  }
  const operations = [...found].map(([operation, counted]): OperationTruth => ({ operation, ...counted }));
  return {
    played: operations.reduce((sum, { played }) => sum + played, 0),
    alike: operations.reduce((sum, { alike }) => sum + alike, 0),
    operations,
  };
}

/** What was recorded holds no credentials. */
function withoutCredentials(service: Service): Service {
  const operations = service.operations.map((operation) =>
    operation.credentials === undefined ? operation : withMembers(operation, { credentials: [] }),
  );
  return { ...service, operations };
}

/** Returns the first difference of the forms of two responses, as a sentence; undefined where they are alike. */
export function formDifference(recorded: WireResponse, played: WireResponse, isHead = false): string | undefined {
  if (recorded.status !== played.status)
    return `The status ${recorded.status} was recorded, and the sandbox answers ${played.status}.`;
  if (isHead) return undefined;
  const [type, other] = [recorded, played].map((one) => plainType(fieldOf(one, 'content-type') ?? ''));
  if (type !== other && (type ?? '') !== '' && recorded.body !== '')
    return `The media type ${type} was recorded, and the sandbox answers with ${other === '' ? 'none' : other}.`;
  const [before, after] = [jsonIn(recorded.body), jsonIn(played.body)];
  if (before === undefined || after === undefined)
    return (before === undefined) === (after === undefined)
      ? undefined
      : 'One of the bodies is JSON, the other is not.';
  const [one, two] = [kindsIn(before), kindsIn(after)];
  for (const [path, kinds] of one) {
    const others = two.get(path);
    if (others === undefined) return `\`${path}\` was recorded, and is not in the response of the sandbox.`;
    if (![...kinds].some((kind) => others.has(kind)))
      return `\`${path}\` was recorded as ${[...kinds].join(' or ')}, and is ${[...others].join(' or ')} in the sandbox.`;
  }
  const surplus = [...two.keys()].find((path) => !one.has(path));
  return surplus === undefined ? undefined : `\`${surplus}\` is in the response of the sandbox, and was not recorded.`;
}

/** Returns the types at each place of a value; all items of a list have one place. */
function kindsIn(value: unknown): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  const visit = (part: unknown, path: string, depth: number): void => {
    if (found.size >= maxParts || depth > maxDepth) return;
    const kind = kindOf(part) === 'integer' ? 'number' : kindOf(part);
    const kinds = found.get(path);
    if (kinds === undefined) found.set(path, new Set([kind]));
    else kinds.add(kind);
    if (Array.isArray(part)) for (const item of part as readonly unknown[]) visit(item, `${path}[]`, depth + 1);
    else if (isRecord(part))
      for (const [name, inner] of Object.entries(part)) visit(inner, `${path}.${name}`, depth + 1);
  };
  visit(value, '$', 0);
  return found;
}
