import { isRecord } from '@rulebook/json/is-record';
import type { ComparedPart, ReadBack } from '@rulebook/catalogue/read-back';
import type { Service } from '@rulebook/catalogue/service';
import type { Shape } from '@rulebook/catalogue/shape';
import { valueOfNode } from '@rulebook/json/json-node';
import { readJsonTree } from '@rulebook/json/json-tree';
import { fillRequest } from '@rulebook/checker/resource-model/fill-request';
import { parameterIn, pathForm, pathWords } from '@rulebook/checker/resource-model/path-words';
import { shapeAt, valueAt, withValueAt } from '@rulebook/checker/resource-model/shapes-in';
import { derivedReadBack, type DerivedReadBack } from './derived-read-back';
import type { DeclaringRequest } from './model';
import { normalise } from './normalise';

/** A part of a resource as a request declares it, in the normal form. */
export interface DeclaredPart {
  readonly part: ComparedPart;
  readonly value: unknown;
  readonly shape: Shape | undefined;
  /** The object around it in the body, which may say what its shape is. */
  readonly around: unknown;
}

/** Which of the items of a list a resource is. */
interface WantedItem {
  readonly by: readonly string[];
  readonly value: unknown;
}

/** A resource that a request names, and how it is read. */
export interface NamedInRequest {
  /** What it is known by: two requests with the same are about the same resource. */
  readonly key: string;
  readonly readBack: ReadBack;
  /** The path that reads it. */
  readonly readPath: string;
  readonly names: Readonly<Record<string, string>>;
  readonly item?: WantedItem;
}

/** What a request does to a resource. */
export type DeclaredStep =
  | (NamedInRequest & { readonly kind: 'declares'; readonly parts: readonly DeclaredPart[] })
  | (NamedInRequest & { readonly kind: 'removes' })
  | {
      readonly kind: 'unknown';
      /** Absent: the resource is not known either. */
      readonly named?: NamedInRequest;
      readonly noun?: string;
      readonly reason: string;
    };

/** Returns what a request declares; undefined for one that declares nothing. */
export function declaredStep(request: DeclaringRequest): DeclaredStep | undefined {
  const { method, service, operation } = request;
  if (method === 'GET' || method === 'HEAD') return undefined;
  const isRemoval = method === 'DELETE';
  const readBack: DerivedReadBack =
    (isRemoval ? removedBy(operation.path, service) : statedFor(method, operation.path, service)) ??
    derivedReadBack(operation, service);
  if (readBack === undefined) return undefined;
  if ('problem' in readBack) return { kind: 'unknown', reason: readBack.problem };
  const { noun, isChange = false } = readBack;
  const body = isRemoval ? undefined : bodyOfDeclaration(request);
  const removing = isRemoval && readBack.removal !== undefined ? namesInRemoval(request, readBack.removal) : undefined;
  const names = removing ?? namesOf(request, readBack, body?.value);
  if (typeof names === 'string') return { kind: 'unknown', noun, reason: names };
  const named = namedIn(readBack, names, body?.value);
  if (typeof named === 'string') return { kind: 'unknown', noun, reason: named };
  if (isRemoval) return { kind: 'removes', ...named };
  if (body === undefined) return { kind: 'unknown', named, noun, reason: unreadableReason(request) };
  if (isChange && body.isAbsent) return undefined;
  return {
    kind: 'declares',
    ...named,
    parts: readBack.parts.flatMap((part) => declaredPart(part, request, body.value)),
  };
}

function statedFor(method: string, path: string, { readBacks = [] }: Service): ReadBack | undefined {
  const form = pathForm(path);
  return readBacks.find(({ declares }) => declares.methods.includes(method) && pathForm(declares.path) === form);
}

function removedBy(path: string, { readBacks = [] }: Service): ReadBack | undefined {
  const form = pathForm(path);
  return (
    readBacks.find(({ removedAt }) => removedAt !== undefined && pathForm(removedAt) === form) ??
    readBacks.find(({ removal }) => removal !== undefined && pathForm(removal.path) === form)
  );
}

/** Returns the names in the body of a request that removes by it; or why they do not say which one it is. */
function namesInRemoval(
  request: DeclaringRequest,
  { body }: NonNullable<ReadBack['removal']>,
): Readonly<Record<string, string>> | string {
  const sent = bodyOfDeclaration(request)?.value;
  const found: Record<string, string> = {};
  for (const [member, form] of Object.entries(body)) {
    const [, parameter] = /^\{(.*)\}$/.exec(form) ?? [];
    const value = valueAt(sent, [member]);
    if (parameter === undefined || typeof value !== 'string')
      return `its body has no \`${member}\`, which says what it removes`;
    found[parameter] = value;
  }
  return found;
}

interface ReadBody {
  readonly value: unknown;
  readonly isAbsent: boolean;
}

/** Returns the JSON of a body; undefined where it cannot be read. A request without a body declares that the resource is there. */
export function bodyOfDeclaration({ body, around = [] }: DeclaringRequest): ReadBody | undefined {
  if (body === undefined || body.trim() === '') return { value: {}, isAbsent: true };
  const { root, problems } = readJsonTree(body);
  if (root === undefined || problems.length > 0) return undefined;
  return { value: withValueAt({}, around, valueOfNode(root)), isAbsent: false };
}

function unreadableReason({ missing }: DeclaringRequest): string {
  const [first] = missing?.values() ?? [];
  return first?.reason ?? 'its body is not JSON that can be read';
}

/** Returns the names that the resource is known by, by the parameters of its paths; or why there are none. */
function namesOf(
  { names }: DeclaringRequest,
  { declares, removedAt, names: ofBody = {} }: ReadBack,
  body: unknown,
): Readonly<Record<string, string>> | string {
  const parameters = pathWords(body === undefined ? (removedAt ?? declares.path) : declares.path).flatMap(
    (word) => parameterIn(word) ?? [],
  );
  const found: Record<string, string> = {};
  for (const [index, parameter] of parameters.entries()) found[parameter] = names[index] ?? '';
  if (body === undefined) return found;
  for (const [parameter, members] of Object.entries(ofBody)) {
    const value = valueAt(body, members);
    if (typeof value !== 'string' && typeof value !== 'number') return `its body has no \`${members.join('.')}\``;
    found[parameter] = String(value);
  }
  return found;
}

function namedIn(readBack: ReadBack, names: Readonly<Record<string, string>>, body: unknown): NamedInRequest | string {
  const { resource, reads, listed } = readBack;
  const readPath = filledPath(reads, names);
  const path = filledPath(resource, names);
  const named = { readBack, readPath, names };
  if (listed === undefined) return { ...named, key: path };
  const { by, id } = listed;
  if (id !== undefined) {
    const value = Object.values(names).at(-1);
    return { ...named, key: path, item: { by: [id], value } };
  }
  // It is known by a name in its path.
  if (by.length === 0) return { ...named, key: path };
  const [of = []] = readBack.parts.map((part) => part.of);
  const member = by.find((one) => valueAt(body, [...of, ...one]) !== undefined);
  if (member === undefined) return `its body has no \`${by[0]?.join('.') ?? ''}\`, which says which one it is`;
  const value = valueAt(body, [...of, ...member]);
  return { ...named, key: `${path} ${member.join('.')}=${String(value)}`, item: { by: member, value } };
}

function filledPath(path: string, names: Readonly<Record<string, string>>): string {
  return fillRequest({ method: 'GET', path }, names).path;
}

/** Returns a part of the resource, if the body has it. */
function declaredPart(part: ComparedPart, { operation }: DeclaringRequest, body: unknown): readonly DeclaredPart[] {
  const { of, only, except = [] } = part;
  const found = valueAt(body, of);
  if (found === undefined || found === null) return [];
  const own = only === undefined && except.length === 0 ? found : chosen(found, only, except);
  return [
    {
      part,
      value: normalise(own, part),
      shape: shapeAt(operation.body?.shape, of),
      around: valueAt(body, of.slice(0, -1)),
    },
  ];
}

function chosen(value: unknown, only: readonly string[] | undefined, except: readonly string[]): unknown {
  if (!isRecord(value)) return value;
  const isOfPart = (name: string): boolean => only?.includes(name) ?? !except.includes(name);
  return Object.fromEntries(Object.entries(value).filter(([name]) => isOfPart(name)));
}
