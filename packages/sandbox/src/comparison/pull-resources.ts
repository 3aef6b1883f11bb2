import { isRecord } from '@rulebook/json/is-record';
import type { PulledForm, ReadBack } from '@rulebook/catalogue/read-back';
import type { Service } from '@rulebook/catalogue/service';
import { fillRequest } from '@rulebook/checker/resource-model/fill-request';
import { lackedPartOf, productOf } from '@rulebook/checker/binding/vendor-facts';
import { parameterIn, pathForm, pathWords } from '@rulebook/checker/resource-model/path-words';
import { valueAt, withValueAt } from '@rulebook/checker/resource-model/shapes-in';
import { derivedPulls } from './derived-pulls';
import type { PulledRequest, ReadPath } from './model';
import { readPages } from './read-pages';
import { operationAt } from './resource-ways';
import { storedBody } from './stored-body';

/** A list that could not be read, or not as a whole. */
export interface UnreadList {
  readonly path: string;
  readonly reason: string;
}

/** What an endpoint has. */
export interface PulledResources {
  /** Sorted by file and name. */
  readonly requests: readonly PulledRequest[];
  /** How many of the service's own, or of those that something else has made, were left out. */
  readonly leftOut: number;
  /** What could not be read, and why, as the end of a sentence. */
  readonly unread: readonly UnreadList[];
  /** Why the endpoint could not be asked; then nothing is known of the rest. */
  readonly problem?: string;
}

/** What is pulled. */
export interface PullChoice {
  /** The names of files. Empty: all. */
  readonly kinds: readonly string[];
  readonly service: Service;
  /** What the resources are in, such as `octo/pets`. Empty: all that the endpoint lists. */
  readonly owners?: readonly string[];
}

/** A kind of resource that can be pulled. */
export interface Pull {
  readonly readBack: ReadBack;
  readonly pulled: PulledForm;
}

/** Returns the kinds of a service that can be pulled, by the names of their files. */
export function pulledKinds(service: Service): readonly string[] {
  const names = [
    ...statedPulls(service).map(({ pulled }) => pulled.file),
    ...derivedPulls(service).map(({ file }) => file),
  ];
  return [...new Set(names)].toSorted();
}

/** Returns the paths of what has a name, can be stored, shown and removed, and is not pulled. */
export function unpulledPaths(service: Service, vendor: string | undefined): readonly string[] {
  const former = productOf({ service, vendor })?.formerWords ?? [];
  const forms = new Map<string, { readonly path: string; readonly methods: Set<string> }>();
  for (const operation of service.operations) {
    const { path, methods } = operation;
    if (!path.endsWith('}') || lackedPartOf(operation, { service, vendor }) !== undefined) continue;
    if (former.some((word) => pathWords(path).includes(word))) continue;
    const known = forms.get(pathForm(path)) ?? { path, methods: new Set() };
    for (const method of methods) known.methods.add(method);
    forms.set(pathForm(path), known);
  }
  const pulled = new Set([
    ...statedPulls(service).flatMap(({ readBack: { declares, resource, changedBy = [] } }) =>
      [declares.path, resource, ...changedBy.map(({ path }) => path)].map(pathForm),
    ),
    ...derivedPulls(service).map(({ itemPath }) => pathForm(itemPath)),
  ]);
  const isStored = (methods: ReadonlySet<string>): boolean =>
    ['GET', 'PUT', 'DELETE'].every((method) => methods.has(method));
  return [...forms].flatMap(([form, { path, methods }]) => (isStored(methods) && !pulled.has(form) ? [path] : []));
}

function statedPulls({ readBacks = [] }: Service): readonly Pull[] {
  return readBacks.flatMap((readBack) =>
    readBack.pulled === undefined ? [] : [{ readBack, pulled: readBack.pulled }],
  );
}

/** Reads what an endpoint has, kind by kind, and returns the requests that store it. Nothing but `GET` is asked for. */
export async function pullResources(
  { kinds, service, owners = [] }: PullChoice,
  read: ReadPath,
): Promise<PulledResources> {
  const requests: PulledRequest[] = [];
  const unread: UnreadList[] = [];
  let leftOut = 0;
  const isChosen = (file: string): boolean => kinds.length === 0 || kinds.includes(file);
  for (const pull of statedPulls(service).filter(({ pulled }) => isChosen(pulled.file))) {
    const found = await pullKind(pull, { service, owners }, read);
    if ('lost' in found) return { requests: sorted(requests), leftOut, unread, problem: found.lost };
    requests.push(...found.requests);
    unread.push(...found.unread);
    leftOut += found.leftOut;
  }
  for (const pull of derivedPulls(service).filter(({ file }) => isChosen(file))) {
    const found = await pull.read(read);
    if ('lost' in found) return { requests: sorted(requests), leftOut, unread, problem: found.lost };
    requests.push(...found.requests);
    unread.push(...found.unread);
  }
  return { requests: sorted(requests), leftOut, unread };
}

function sorted(requests: readonly PulledRequest[]): readonly PulledRequest[] {
  return requests.toSorted(
    (one, other) =>
      compareTexts(one.file, other.file) || compareTexts(one.path, other.path) || compareTexts(one.name, other.name),
  );
}

function compareTexts(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

type PulledKind = Omit<PulledResources, 'problem'> | { readonly lost: string };

async function pullKind(
  pull: Pull,
  { service, owners: given }: { readonly service: Service; readonly owners: readonly string[] },
  read: ReadPath,
): Promise<PulledKind> {
  const { of } = pull.pulled;
  if (of === undefined) return pullList(pull, service, read, {});
  const owners = given.length > 0 ? { all: given.flatMap((one) => ownerIn(one, of)) } : await ownersOf(pull, of, read);
  if (!('all' in owners)) return owners;
  const all: Exclude<PulledKind, { readonly lost: string }>[] = [];
  for (const names of owners.all) {
    const found = await pullList(pull, service, read, names);
    if ('lost' in found) return found;
    all.push(found);
  }
  return {
    requests: all.flatMap(({ requests }) => requests),
    leftOut: all.reduce((sum, one) => sum + one.leftOut, 0),
    unread: all.flatMap(({ unread }) => unread),
  };
}

type Names = Readonly<Record<string, string>>;

/** Returns the names in `octo/pets`, if there are as many of them as the list has. */
function ownerIn(owner: string, { names }: NonNullable<PulledForm['of']>): readonly Names[] {
  const words = owner.split('/');
  const parameters = Object.keys(names);
  if (words.length !== parameters.length) return [];
  return [Object.fromEntries(parameters.map((name, index) => [name, words[index] ?? '']))];
}

async function ownersOf(
  { readBack }: Pull,
  { lists, at, names }: NonNullable<PulledForm['of']>,
  read: ReadPath,
): Promise<{ readonly all: readonly Names[] } | PulledKind> {
  const found = await readPages(lists, { at, page: readBack.listed?.page }, read);
  if ('lost' in found) return found;
  if ('problem' in found) return { requests: [], leftOut: 0, unread: [unreadAt(lists, found.problem)] };
  const all = found.items.map((owner) =>
    Object.fromEntries(Object.entries(names).map(([name, members]) => [name, String(valueAt(owner, members) ?? '')])),
  );
  return { all };
}

function unreadAt(path: string, reason: string): UnreadList {
  return { path: path.split('?')[0] ?? '', reason };
}

/** An item of a list, with the name that it has there. */
interface ListedItem {
  readonly name: string;
  readonly item: unknown;
}

async function pullList(
  { readBack, pulled }: Pull,
  service: Service,
  read: ReadPath,
  owner: Readonly<Record<string, string>>,
): Promise<PulledKind> {
  const path = fillRequest({ method: 'GET', path: pulled.lists }, owner).path;
  const page = readBack.listed?.page;
  const isSingle = readBack.isLasting === true;
  const { found, refused } = await readList(path, { at: pulled.at, ...(!isSingle && { page }) }, pulled, read);
  if ('lost' in found) return found;
  if ('problem' in found) return { requests: [], leftOut: 0, unread: [unreadAt(path, found.problem)] };
  const { value } = found;
  const items = isSingle ? [{ name: '', item: value }] : listedItems(value, found.items, pulled);
  const kept = items.filter((one) => !isExcepted(one, pulled));
  const parameter = pathWords(readBack.resource.split('?', 1)[0] ?? '')
    .flatMap((word) => parameterIn(word) ?? [])
    .at(-1);
  const [fromBody] = Object.keys(readBack.names ?? {});
  const { methods } = readBack.declares;
  // What the path does not name is created.
  const method = fromBody !== undefined && methods.includes('POST') ? 'POST' : (methods[0] ?? 'PUT');
  const operation = operationAt(method, readBack.declares.path, service);
  const requests = kept.flatMap(({ name, item }): readonly PulledRequest[] => {
    const named = fromBody ?? (readBack.listed !== undefined && readBack.listed.by.length > 0 ? undefined : parameter);
    const names = { ...owner, ...(named !== undefined && name !== '' && { [named]: name }) };
    const shown = isSingle || pulled.id !== undefined ? item : shownAlone(item, name, readBack, pulled);
    const body = storedBody(shown, { readBack, names, units: service, shape: operation?.body?.shape, pulled });
    if (isSingle && isEmptyObject(body.value)) return [];
    const ownPath = fillRequest({ method, path: readBack.declares.path }, names).path;
    return [
      {
        ...{ file: pulled.file, noun: readBack.noun, name: name === '' ? readBack.noun : name, method, path: ownPath },
        ...(body.value !== undefined && { body: body.value }),
        secrets: body.secrets,
      },
    ];
  });
  const unread = [
    ...twiceIn(requests, readBack),
    ...refused.map((name) => unreadAt(`/${name}`, 'the endpoint refuses to show it')),
  ];
  return { requests, leftOut: items.length - kept.length, unread };
}

/** More items for which a list is refused are not left out of it. */
const maxRefused = 100;

/** Returns the shortest text between two others; undefined where there is none. */
function textBetween(text: string, before: string, after: string): string | undefined {
  const end = text.indexOf(after);
  const start = end < 0 ? -1 : text.lastIndexOf(before, end);
  return start < 0 ? undefined : text.slice(start + before.length, end);
}

/** Reads a list; where it is refused for some of its items, those are left out. */
async function readList(
  path: string,
  place: Parameters<typeof readPages>[1],
  { refused: by }: PulledForm,
  read: ReadPath,
): Promise<{ readonly found: Awaited<ReturnType<typeof readPages>>; readonly refused: readonly string[] }> {
  const refused: string[] = [];
  for (;;) {
    const own = by?.without.replace('{names}', refused.map(encodeURIComponent).join(by.between));
    const found = await readPages(refused.length === 0 || own === undefined ? path : own, place, read);
    if (by === undefined || !('problem' in found) || found.refusal === undefined) return { found, refused };
    const name = textBetween(found.refusal, by.before, by.after);
    if (name === undefined || refused.includes(name) || refused.length >= maxRefused) return { found, refused };
    refused.push(name);
  }
}

/** Of those that only their name distinguishes, several may have one. */
function twiceIn(requests: readonly PulledRequest[], { names }: ReadBack): readonly UnreadList[] {
  if (names === undefined) return [];
  const counts = new Map<string, number>();
  for (const { name } of requests) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].flatMap(([name, number]) =>
    number > 1
      ? [{ path: name, reason: `there are ${number} of this name, and a request cannot say which one it means` }]
      : [],
  );
}

function isEmptyObject(value: unknown): boolean {
  return value === undefined || (isRecord(value) && Object.keys(value).length === 0);
}

function listedItems(value: unknown, items: readonly unknown[], { at, id }: PulledForm): readonly ListedItem[] {
  if (id !== undefined)
    return items.flatMap((item) => {
      const name = valueAt(item, id);
      return typeof name === 'string' || typeof name === 'number' ? [{ name: String(name), item }] : [];
    });
  const found = valueAt(value, at);
  return isRecord(found) ? Object.entries(found).map(([name, item]) => ({ name, item })) : [];
}

/** Returns an item as the response that shows it alone has it. */
function shownAlone(item: unknown, name: string, { parts }: ReadBack, { within }: PulledForm): unknown {
  if (within !== undefined) return withValueAt({}, within, item);
  return parts.some(({ at }) => at.length > 0) ? { [name]: item } : item;
}

function isExcepted({ name, item }: ListedItem, { except = [] }: PulledForm): boolean {
  return except.some((one) => {
    if ('nameBegins' in one) return name.startsWith(one.nameBegins);
    const value = valueAt(item, one.member);
    if (value === undefined) return false;
    return one.is === undefined || JSON.stringify(value) === one.is;
  });
}
