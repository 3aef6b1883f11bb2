import { itemsNamed, memberNamed, textNamed } from '../json-value';
import {
  authOf,
  headersMember,
  rawBody,
  requestItem,
  scriptEvent,
  withQuery,
  type ShapedCollection,
  type ShapedField,
  type ShapedItem,
  type ShapedVariable,
} from './shape';

/** Reads a collection or an environment that Thunder Client has exported or keeps in the folder. */
export function readThunder(file: unknown): ShapedCollection {
  const environment = textNamed(file, 'environmentName') ?? textNamed(file, 'name') ?? 'thunder';
  const variables = [...itemsNamed(file, 'variables'), ...itemsNamed(file, 'data')].map((one) => ({
    ...{ environment, name: textNamed(one, 'name') ?? '', value: text(memberNamed(one, 'value')) },
  }));
  const environments = variables.filter(({ name }) => name !== '');
  if (!Array.isArray(memberNamed(file, 'requests'))) return { source: 'the environment', item: [], environments };
  const settings = memberNamed(file, 'settings');
  const folders = itemsNamed(file, 'folders');
  const requests = [...itemsNamed(file, 'requests')].sort((one, other) => sortOf(one) - sortOf(other));
  const known = new Set(folders.map((one) => textNamed(one, '_id') ?? ''));
  const inside = (container: string, depth: number): readonly ShapedItem[] => {
    if (depth > 60) return [];
    const belongs = (one: unknown) => {
      const id = textNamed(one, 'containerId') ?? '';
      return (known.has(id) ? id : '') === container;
    };
    return [
      ...requests.filter(belongs).map(requestOf),
      ...folders
        .filter((one) => belongs(one) && textNamed(one, '_id') !== undefined && textNamed(one, '_id') !== container)
        .map((one) => ({
          name: textNamed(one, 'name') ?? '',
          item: inside(textNamed(one, '_id') ?? '', depth + 1),
          [headersMember]: fieldsOf(memberNamed(one, 'settings'), 'headers'),
          ...authMember(memberNamed(memberNamed(one, 'settings'), 'auth')),
        })),
    ];
  };
  return {
    source: 'the collection',
    title: textNamed(file, 'collectionName') ?? textNamed(file, 'colName'),
    item: inside('', 0),
    [headersMember]: fieldsOf(settings, 'headers'),
    ...authMember(memberNamed(settings, 'auth')),
    environments,
  };
}

/** Reads the folder in which Thunder Client keeps collections and environments; undefined for another one. */
export function readThunderFolder(files: ReadonlyMap<string, string>): ShapedCollection | undefined {
  const collections: ShapedCollection[] = [];
  const environments: ShapedVariable[] = [];
  const notes: string[] = [];
  for (const [path, text] of files) {
    if (!/\.json$/i.test(path)) continue;
    try {
      const value: unknown = JSON.parse(text);
      for (const one of thunderFilesIn(value, files)) {
        const read = readThunder(one);
        environments.push(...(read.environments ?? []));
        if (read.item.length > 0) collections.push(read);
      }
    } catch {
      notes.push(`the file ${path} is left out, because it cannot be read`);
    }
  }
  if (collections.length === 0) return undefined;
  const [only] = collections;
  const whole =
    collections.length === 1 && only !== undefined
      ? only
      : { source: 'the collections', item: collections.map(asFolder) };
  return { ...whole, environments, notes };
}

/** A folder has a file for each collection or environment; an older one has a list of all requests, and one of all environments. */
function thunderFilesIn(value: unknown, files: ReadonlyMap<string, string>): readonly unknown[] {
  if (!Array.isArray(value)) return [value];
  const list = value as unknown[];
  if (list.some((one) => Array.isArray(memberNamed(one, 'data')))) return list;
  if (!list.some((one) => memberNamed(one, 'colName') !== undefined)) return [];
  const requests = [...files]
    .filter(([path]) => /(?:^|\/)thunderclient\.json$/i.test(path))
    .flatMap(([, text]) => JSON.parse(text) as unknown[]);
  return list.map((one) => ({
    ...(one as object),
    requests: requests.filter((request) => textNamed(request, 'colId') === textNamed(one, '_id')),
  }));
}

function asFolder({ title, item, auth, [headersMember]: headers }: ShapedCollection): ShapedItem {
  return { name: title ?? '', item, ...(auth && { auth }), ...(headers && { [headersMember]: headers }) };
}

function sortOf(one: unknown): number {
  const value = memberNamed(one, 'sortNum');
  return typeof value === 'number' ? value : 0;
}

function requestOf(one: unknown): ShapedItem {
  const params = itemsNamed(one, 'params');
  const asFields = (isPath: boolean) =>
    params.filter((param) => (memberNamed(param, 'isPath') === true) === isPath).map(fieldOf);
  const url = text(memberNamed(one, 'url')).replace(
    /\{(\w+)\}(?!\})/g,
    (all, name: string, at: number, whole: string) => (whole.charAt(at - 1) === '{' ? all : `:${name}`),
  );
  const notes: string[] = [];
  const { asserts, code } = testsOf(itemsNamed(one, 'tests'), notes);
  return requestItem({
    ...{ name: textNamed(one, 'name') ?? '', method: textNamed(one, 'method') ?? 'GET', asserts, notes },
    // Its query is in the URL, too.
    url: url.includes('?') ? url : withQuery(url, asFields(false)),
    pathVariables: asFields(true),
    headers: fieldsOf(one, 'headers'),
    ...authMember(memberNamed(one, 'auth')),
    body: bodyOfThunder(memberNamed(one, 'body')),
    events: scriptEvent('test', code),
  });
}

function fieldsOf(one: unknown, name: string): readonly ShapedField[] {
  return itemsNamed(one, name)
    .map(fieldOf)
    .filter(({ key }) => key !== '');
}

function fieldOf(field: unknown): ShapedField {
  return {
    key: text(memberNamed(field, 'name')),
    value: text(memberNamed(field, 'value')),
    disabled: memberNamed(field, 'isDisabled') === true,
  };
}

function bodyOfThunder(body: unknown): object | undefined {
  const type = textNamed(body, 'type') ?? '';
  const form = fieldsOf(body, 'form');
  if (type === 'formencoded') return { mode: 'urlencoded', urlencoded: form };
  if (type === 'formdata') {
    const files = fieldsOf(body, 'files').map((field) => ({ ...field, type: 'file', src: field.value }));
    return { mode: 'formdata', formdata: [...form, ...files] };
  }
  if (type === 'graphql') {
    const graphql = memberNamed(body, 'graphql');
    const part = (name: string) => text(memberNamed(graphql, name));
    return { mode: 'graphql', graphql: { query: part('query'), variables: part('variables') } };
  }
  if (type === 'binary') return { mode: 'file', file: { src: text(memberNamed(body, 'binary')) } };
  const raw = text(memberNamed(body, 'raw'));
  return raw === '' ? undefined : rawBody(raw, type);
}

function authMember(auth: unknown): { readonly auth?: object } {
  const type = textNamed(auth, 'type') ?? '';
  if (type === 'none') return { auth: { type: 'noauth' } };
  if (type === '' || type === 'inherit') return {};
  const settings = memberNamed(auth, type);
  const value = (name: string) => text(memberNamed(settings, name));
  if (type === 'bearer') return { auth: authOf('bearer', { token: text(settings) || value('token') }) };
  if (type === 'basic') return { auth: authOf('basic', { username: value('username'), password: value('password') }) };
  return { auth: { type } };
}

const comparisons: Readonly<Record<string, string>> = {
  equal: '==',
  notequal: '!=',
  contains: 'includes',
  '>': '>',
  '>=': '>=',
  '<': '<',
  '<=': '<=',
};

/** Its tests are a table; what it sets is a script. */
function testsOf(
  tests: readonly unknown[],
  notes: string[],
): { readonly asserts: readonly string[]; readonly code?: string } {
  const asserts: string[] = [];
  const code: string[] = [];
  for (const test of tests) {
    const type = textNamed(test, 'type') ?? '';
    const custom = (textNamed(test, 'custom') ?? '').trim();
    const value = text(memberNamed(test, 'value')).trim();
    const operator = comparisons[(textNamed(test, 'action') ?? 'equal').toLowerCase()];
    const path = /^json((?:\.[A-Za-z_]\w*|\[\d+\])*)$/.exec(custom)?.[1];
    const name = /^\{\{\s{0,20}([\w.-]+)/.exec(value)?.[1];
    if (type === 'res-code' && operator !== undefined && /^\d{3}$/.test(value))
      asserts.push(`?? status ${operator} ${value}`);
    else if (type === 'res-time' && operator !== undefined && /^\d+$/.test(value))
      asserts.push(`?? duration ${operator} ${value}`);
    else if (type === 'json-query' && operator !== undefined && path !== undefined && value !== '')
      asserts.push(`?? $${path} ${operator} ${value}`);
    else if (type === 'set-env-var' && path !== undefined && name !== undefined)
      code.push(`pm.environment.set(${JSON.stringify(name)}, pm.response.json()${path});`);
    else notes.push(`a test of the kind \`${type}\` is not taken over`);
  }
  return { asserts, ...(code.length > 0 && { code: code.join('\n') }) };
}

function text(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}
