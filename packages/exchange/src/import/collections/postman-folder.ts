import { count } from '@rulebook/text/count';
import type { ImportLibraries } from '../import-libraries';
import { itemsNamed, memberNamed, textNamed } from '../json-value';
import { environmentVariables } from '../postman-environment';
import type { ImportedFiles } from './bruno';
import { authOfPostman, bodyOfPostman, codeOf, eventsOf, fieldsOf, withParameters } from './postman-parts';
import { requestItem, variablesMember, type ShapedCollection, type ShapedField, type ShapedItem } from './shape';

/** What a file of a workspace of Postman holds, by the end of its name. */
type Kind = 'request' | 'definition' | 'environment' | 'globals' | 'example';

interface Parsed {
  readonly path: string;
  readonly kind: Kind;
  readonly value: unknown;
}

/** What is found while a folder is read. */
interface Findings {
  readonly notes: string[];
  lost: number;
}

/** Deeper folders are left out. */
const deepest = 60;

/** Returns what a file is for Postman 12, which keeps each request of a collection in a file; undefined for other files. */
export function kindOfPostmanFile(path: string): Kind | undefined {
  const isInside = /(?:^|\/)\.resources\//i.test(path);
  if (/(?:^|\/)\.resources\/definition\.ya?ml$/i.test(path)) return 'definition';
  const end = /\.(request|environment|globals|example)\.ya?ml$/i.exec(path)?.[1]?.toLowerCase();
  switch (end) {
    case 'request':
      return isInside ? undefined : 'request';
    case 'environment':
    case 'globals':
    case 'example':
      return end;
    default:
      return undefined;
  }
}

/** Reads the collections of Postman in a folder with one file for each request; undefined for other files. */
export function readPostmanFolder(
  files: ImportedFiles,
  { readYaml }: Pick<ImportLibraries, 'readYaml'>,
): ShapedCollection | undefined {
  const found: Findings = { notes: [], lost: 0 };
  const parsed: Parsed[] = [];
  for (const [path, text] of files) {
    const kind = kindOfPostmanFile(path);
    if (kind === undefined || (kind === 'request' && !/^\$kind[ \t]*:/m.test(text))) continue;
    try {
      parsed.push({ path, kind, value: kind === 'example' ? undefined : readYaml(text) });
    } catch (error) {
      found.notes.push(`the file ${path} is left out, because it is not valid YAML${placeOfError(error)}`);
      if (kind === 'request') found.lost++;
    }
  }
  if (parsed.every(({ kind }) => kind === 'example') && found.lost === 0) return undefined;
  const examples = parsed.filter(({ kind }) => kind === 'example').length;
  if (examples > 0) found.notes.push(`left out: ${count(examples, 'example')} of a response`);
  const environments = parsed.flatMap(({ path, kind, value }) => {
    if (kind !== 'environment' && kind !== 'globals') return [];
    const name = textNamed(value, 'name')?.trim() || nameOfEntity(path);
    return environmentVariables(value, kind === 'globals' ? '$shared' : name, found.notes);
  });
  const known = new Set(environments.map(({ name }) => name));
  const entities = parsed.filter(({ kind }) => kind === 'request' || kind === 'definition');
  const read = joined(collectionsIn(entities, found), known, found.notes);
  return { source: 'the collection', ...read, environments, notes: found.notes, lost: found.lost };
}

/** Returns where a parser stopped; its message quotes the text, which may hold secrets. */
function placeOfError(error: unknown): string {
  const line = memberNamed(itemsNamed(error, 'linePos')[0], 'line');
  return typeof line === 'number' ? `: see line ${line}` : '';
}

function nameOfEntity(path: string): string {
  return (path.split('/').at(-1) ?? '').replace(/(?:\.(?:request|environment|globals|example))?\.ya?ml$/i, '');
}

/** What a collection is, in the form of an older one. */
type Read = Pick<ShapedCollection, 'title' | 'item' | 'auth' | 'event' | 'variable'>;

/** Returns the collections of a workspace, each of which is a folder below `collections`. */
function collectionsIn(parsed: readonly Parsed[], found: Findings): readonly Read[] {
  const isOwn = (base: string) => parsed.some(({ path }) => isDirectlyIn(path, base));
  const roots = new Set(
    parsed.map(({ path }) => {
      const [, base = '', name = ''] = /^((?:.*?\/)?postman\/collections|collections)\/(?:([^/]+)\/)?/.exec(path) ?? [];
      if (base === '' || (base === 'collections' && isOwn(''))) return '';
      return isOwn(`${base}/`) || name === '' ? `${base}/` : `${base}/${name}/`;
    }),
  );
  const inOrder = [...roots].sort((one, other) => one.localeCompare(other, 'en', { numeric: true }));
  return inOrder.map((root): Read => {
    const inside = parsed.filter(({ path }) => path.startsWith(root));
    const { name, settings, variable } = folderOf(root, inside, found);
    const title = name === '' ? undefined : name;
    return { title, item: itemsIn(root, inside, found), ...settings, ...(variable.length > 0 && { variable }) };
  });
}

function isDirectlyIn(path: string, folder: string): boolean {
  if (!path.startsWith(folder)) return false;
  const rest = path.slice(folder.length);
  return !rest.includes('/') || /^\.resources\/[^/]+$/i.test(rest);
}

/** Returns several collections as the folders of one; a variable that differs between them is defined in front of the requests. */
function joined(collections: readonly Read[], known: ReadonlySet<string>, notes: string[]): Read {
  const [first] = collections;
  if (first === undefined) return { item: [] };
  if (collections.length === 1) return first;
  const values = new Map<string, Set<string>>();
  for (const { key, value } of collections.flatMap(({ variable = [] }) => variable))
    values.set(key, (values.get(key) ?? new Set()).add(value));
  const differs = ({ key }: ShapedField) => (values.get(key)?.size ?? 0) > 1;
  for (const [key, all] of values)
    if (all.size > 1 && known.has(key))
      notes.push(`the variable ${key} has other values in other collections; those of the environments are taken`);
  const item = collections.map(({ title, variable = [], ...one }): ShapedItem => ({
    ...{ ...one, name: title ?? '' },
    [variablesMember]: variable.filter((field) => differs(field) && !known.has(field.key)),
  }));
  const shared = new Map(collections.flatMap(({ variable = [] }) => variable.map((field) => [field.key, field])));
  return { item, variable: [...shared.values()].filter((field) => !differs(field)) };
}

interface Folder {
  readonly name: string;
  readonly order: number;
  readonly settings: Pick<Read, 'auth' | 'event'>;
  readonly variable: readonly ShapedField[];
}

/** Returns what a folder says for its requests; its path ends with a slash. */
function folderOf(folder: string, parsed: readonly Parsed[], { notes }: Findings): Folder {
  const value = parsed.find(({ path, kind }) => kind === 'definition' && isDirectlyIn(path, folder))?.value;
  const name = textNamed(value, 'name') ?? folder.split('/').at(-2) ?? '';
  const owner = `the folder ${name}`;
  const auth = authOfPostman(memberNamed(value, 'auth'), owner, notes);
  const event = eventsOf(memberNamed(value, 'scripts'), owner, notes);
  const variable = fieldsOf(memberNamed(value, 'variables')).filter(({ key }) => key !== '');
  return {
    ...{ name, order: orderOf(value), variable },
    settings: { ...(auth && { auth }), ...(event.length > 0 && { event }) },
  };
}

function orderOf(value: unknown): number {
  const order = Number(memberNamed(value, 'order') ?? Number.NaN);
  return Number.isFinite(order) ? order : Number.MAX_VALUE;
}

/** Returns the requests and folders of a folder in their order; those without one come behind, by their names. */
function itemsIn(folder: string, parsed: readonly Parsed[], found: Findings, depth = 0): readonly ShapedItem[] {
  if (depth > deepest) return [];
  const requests = parsed
    .filter(({ path, kind }) => kind === 'request' && isDirectlyIn(path, folder))
    .map(({ path, value }) => {
      const file = nameOfEntity(path);
      return { file, order: orderOf(value), items: requestOf(value, file, path, found) };
    });
  const names = new Set(
    parsed.flatMap(({ path }) => {
      const [name, ...rest] = path.slice(folder.length).split('/');
      return rest.length === 0 || name === undefined || name === '.resources' ? [] : [name];
    }),
  );
  const folders = [...names].map((file) => {
    const path = `${folder}${file}/`;
    const inside = parsed.filter((one) => one.path.startsWith(path));
    const { name, order, settings, variable } = folderOf(path, inside, found);
    const item = itemsIn(path, inside, found, depth + 1);
    return { file, order, items: [{ ...settings, name, item, [variablesMember]: variable }] };
  });
  return [...requests, ...folders]
    .sort((one, other) => one.order - other.order || one.file.localeCompare(other.file, 'en', { numeric: true }))
    .flatMap(({ items }) => items);
}

function requestOf(value: unknown, file: string, path: string, found: Findings): readonly ShapedItem[] {
  const kind = textNamed(value, '$kind') ?? '';
  const name = textNamed(value, 'name') ?? file;
  if (kind !== 'http-request') {
    const why = kind === '' ? 'it does not say what it is in `$kind`' : `it is of the kind \`${kind.slice(0, 60)}\``;
    found.notes.push(`the request ${path} is left out, because ${why}`);
    found.lost++;
    return [];
  }
  const notes: string[] = [];
  const item = requestItem({
    ...{ name, notes },
    method: textNamed(value, 'method') ?? 'GET',
    url: withParameters(textNamed(value, 'url') ?? '', memberNamed(value, 'queryParams'), notes),
    pathVariables: fieldsOf(memberNamed(value, 'pathVariables')),
    headers: fieldsOf(memberNamed(value, 'headers')),
    auth: authOfPostman(memberNamed(value, 'auth'), 'this request', notes),
    body: bodyOfPostman(memberNamed(value, 'body'), notes),
    events: eventsOf(memberNamed(value, 'scripts'), 'this request', notes),
  });
  notes.push(...settingsNotes(memberNamed(value, 'settings')));
  return [item];
}

/** Names the settings that change what is sent, or where a redirect leads. */
function settingsNotes(settings: unknown): readonly string[] {
  const changed = ['strictSSL', 'followRedirects'].filter((name) => memberNamed(settings, name) === false);
  const all = [
    ...changed,
    ...(codeOf(memberNamed(settings, 'maxRedirects')) === '' ? [] : ['maxRedirects']),
    ...(itemsNamed(settings, 'disabledSystemHeaders').length > 0 ? ['disabledSystemHeaders'] : []),
  ];
  return all.map((name) => `the setting ${name} is not taken over`);
}
