import type { ImportLibraries } from '../import-libraries';
import { itemsNamed, memberNamed, textNamed } from '../json-value';
import { readBru } from './read-bru';
import { assertOf, keeping, withPostmanNames } from './bruno-script';
import {
  authOf,
  headersMember,
  rawBody,
  requestItem,
  scriptEvent,
  variablesMember,
  type ShapedCollection,
  type ShapedField,
  type ShapedItem,
  type ShapedVariable,
} from './shape';

/** Files of a folder by their paths, with slashes. */
export type ImportedFiles = ReadonlyMap<string, string>;

/** What a collection has in a file: a request, the settings of a folder, or an environment. */
interface Parsed {
  readonly path: string;
  readonly kind: 'request' | 'settings' | 'environment';
  readonly value: unknown;
}

/** Reads a collection of Bruno from its files, or a single request; undefined for other files. */
export function readBruno(
  files: ImportedFiles,
  { readYaml }: Pick<ImportLibraries, 'readYaml'>,
): ShapedCollection | undefined {
  const notes: string[] = [];
  const parsed: Parsed[] = [];
  let title: string | undefined;
  for (const [path, text] of files) {
    const name = path.split('/').at(-1) ?? '';
    try {
      if (name === 'bruno.json') title = textNamed(JSON.parse(text), 'name');
      else if (/\.bru$/i.test(name)) parsed.push(ofBru(path, name, text));
      else if (/\.ya?ml$/i.test(name)) {
        const value = readYaml(text);
        const root = ofYaml(path, name, value);
        if (root !== undefined) parsed.push(root);
        if (memberNamed(value, 'opencollection') !== undefined) title = textNamed(memberNamed(value, 'info'), 'name');
      }
    } catch {
      notes.push(`the file ${path} is left out, because it cannot be read`);
    }
  }
  if (parsed.length === 0) return undefined;
  const root = parsed.find(({ path, kind }) => kind === 'settings' && !path.includes('/'))?.value;
  const bundled = itemsNamed(root, 'items');
  const item = bundled.length > 0 ? bundledItems(bundled, notes) : itemsIn('', parsed, notes);
  const environments = [
    ...parsed.filter(({ kind }) => kind === 'environment').flatMap(({ path, value }) => variablesOf(path, value)),
    ...itemsNamed(memberNamed(root, 'config'), 'environments').flatMap((one) => variablesOf('', one)),
  ];
  const settings = settingsOf(root);
  return { source: 'the collection', title, item, ...settings, environments, notes };
}

function ofBru(path: string, name: string, text: string): Parsed {
  const kind = /(?:^|\/)environments\/[^/]+$/.test(path)
    ? 'environment'
    : /^(?:collection|folder)\.bru$/i.test(name)
      ? 'settings'
      : 'request';
  return { path, kind, value: readBru(text) };
}

function ofYaml(path: string, name: string, value: unknown): Parsed | undefined {
  if (/(?:^|\/)environments\/[^/]+$/.test(path)) return { path, kind: 'environment', value };
  if (memberNamed(value, 'opencollection') !== undefined || /^folder\.ya?ml$/i.test(name))
    return { path, kind: 'settings', value };
  return memberNamed(value, 'http') === undefined ? undefined : { path, kind: 'request', value };
}

/** Returns the items of a folder, which is named with the slash at its end. */
function itemsIn(folder: string, all: readonly Parsed[], notes: string[], depth = 0): readonly ShapedItem[] {
  if (depth > 60) return [];
  const inside = all.filter(({ path, kind }) => kind !== 'environment' && path.startsWith(folder));
  const own = inside.filter(({ path, kind }) => kind === 'request' && !path.slice(folder.length).includes('/'));
  const requests = own
    .map(({ value, path }) => ({ seq: sequenceOf(value), item: requestOf(value, path, notes) }))
    .sort((one, other) => one.seq - other.seq)
    .flatMap(({ item }) => item);
  const names = new Set(
    inside.flatMap(({ path }) => {
      const [name, ...rest] = path.slice(folder.length).split('/');
      return rest.length === 0 || name === undefined ? [] : [name];
    }),
  );
  const folders = [...names].map((name) => {
    const path = `${folder}${name}/`;
    const settings = inside.find(
      (one) =>
        one.kind === 'settings' && /^folder\.\w+$/.test(one.path.slice(path.length)) && one.path.startsWith(path),
    )?.value;
    const title = textNamed(infoOf(settings), 'name') ?? name;
    return {
      seq: sequenceOf(settings),
      item: { name: title, item: itemsIn(path, inside, notes, depth + 1), ...settingsOf(settings) },
    };
  });
  return [...requests, ...folders.sort((one, other) => one.seq - other.seq).map(({ item }) => item)];
}

function bundledItems(items: readonly unknown[], notes: string[], depth = 0): readonly ShapedItem[] {
  if (depth > 60) return [];
  return items.flatMap((one): readonly ShapedItem[] => {
    const name = textNamed(infoOf(one), 'name') ?? '';
    const inner = memberNamed(one, 'items');
    return Array.isArray(inner)
      ? [{ name, item: bundledItems(inner, notes, depth + 1), ...settingsOf(one) }]
      : requestOf(one, name, notes);
  });
}

function infoOf(value: unknown): unknown {
  return memberNamed(value, 'meta') ?? memberNamed(value, 'info');
}

function sequenceOf(value: unknown): number {
  const seq = Number(memberNamed(infoOf(value), 'seq'));
  return Number.isFinite(seq) ? seq : Number.MAX_SAFE_INTEGER;
}

/** Returns what a folder or the collection says for its requests. */
function settingsOf(value: unknown): Pick<ShapedCollection, 'auth' | 'event' | 'variable' | typeof headersMember> {
  // In YAML, it is below `request`.
  const of = memberNamed(value, 'request') ?? value;
  const ownAuth = memberNamed(of, 'auth');
  const auth = authOfBruno(ownAuth, textNamed(ownAuth, 'mode') ?? textNamed(ownAuth, 'type'));
  const { before, after } = scriptsOf(of);
  const variable = [...itemsNamed(memberNamed(of, 'vars'), 'req'), ...itemsNamed(of, 'variables')].map(fieldOf);
  return {
    ...(auth && { auth }),
    event: [...scriptEvent('prerequest', before), ...scriptEvent('test', after)],
    [headersMember]: itemsNamed(of, 'headers').map(fieldOf),
    // Those of the collection come behind the environment, those of a folder in front of it.
    ...(variable.length > 0 && { variable, [variablesMember]: variable }),
  };
}

function requestOf(value: unknown, path: string, notes: string[]): readonly ShapedItem[] {
  const http = memberNamed(value, 'http');
  const name = textNamed(infoOf(value), 'name') ?? (path.split('/').at(-1) ?? '').replace(/\.\w+$/, '');
  const url = textNamed(http, 'url');
  if (url === undefined) {
    notes.push(`${name} is left out, because it is not an HTTP request`);
    return [];
  }
  const own: string[] = [];
  const params = [...itemsNamed(value, 'params'), ...itemsNamed(http, 'params')];
  const typed = (type: string) => params.filter((one) => textNamed(one, 'type') === type).map(fieldOf);
  const headers = [...itemsNamed(value, 'headers'), ...itemsNamed(http, 'headers')].map(fieldOf);
  const body = memberNamed(http, 'body');
  const runtime = memberNamed(value, 'runtime');
  const { before, after } = scriptsOf(value);
  const kept = itemsNamed(memberNamed(value, 'vars'), 'res')
    .filter((one) => memberNamed(one, 'enabled') !== false)
    .map((one) => keeping(textNamed(one, 'name') ?? '', textNamed(one, 'value') ?? ''));
  const variables = [...itemsNamed(memberNamed(value, 'vars'), 'req'), ...itemsNamed(runtime, 'variables')].map(
    fieldOf,
  );
  return [
    requestItem({
      tags: itemsNamed(infoOf(value), 'tags').filter((tag) => typeof tag === 'string'),
      ...{ name, url, method: (textNamed(http, 'method') ?? 'GET').toUpperCase(), headers, variables, notes: own },
      // Its query is in the URL, too.
      pathVariables: typed('path'),
      auth: authOfBruno(
        memberNamed(value, 'auth') ?? memberNamed(http, 'auth'),
        textNamed(http, 'auth') ?? textNamed(memberNamed(http, 'auth'), 'type'),
      ),
      body:
        typeof body === 'string'
          ? bodyOfBru(body, memberNamed(value, 'body'))
          : bodyOfYaml(textNamed(body, 'type') ?? '', memberNamed(body, 'data')),
      events: [...scriptEvent('prerequest', before), ...scriptEvent('test', [...kept, after].join('\n').trim())],
      asserts: assertsOf([...itemsNamed(value, 'assertions'), ...itemsNamed(runtime, 'assertions')], own),
    }),
  ];
}

function scriptsOf(value: unknown): { readonly before: string; readonly after: string } {
  const script = memberNamed(value, 'script');
  const listed = [...itemsNamed(memberNamed(value, 'runtime'), 'scripts'), ...itemsNamed(value, 'scripts')];
  const ofType = (...types: readonly string[]) =>
    listed.filter((one) => types.includes(textNamed(one, 'type') ?? '')).map((one) => textNamed(one, 'code'));
  const join = (...codes: readonly (string | undefined)[]) =>
    withPostmanNames(codes.filter((code) => code !== undefined && code.trim() !== '').join('\n'));
  return {
    before: join(textNamed(script, 'req'), ...ofType('before-request')),
    after: join(textNamed(script, 'res'), ...ofType('after-response'), textNamed(value, 'tests'), ...ofType('tests')),
  };
}

function assertsOf(assertions: readonly unknown[], notes: string[]): readonly string[] {
  return assertions.flatMap((one) => {
    if (memberNamed(one, 'enabled') === false || memberNamed(one, 'disabled') === true) return [];
    const expression = textNamed(one, 'name') ?? textNamed(one, 'expression') ?? '';
    const written = textNamed(one, 'operator');
    const value = plainText(memberNamed(one, 'value'));
    const blank = `${value} `.indexOf(' ');
    const [word, rest] = written === undefined ? [value.slice(0, blank), value.slice(blank)] : [written, value];
    const found = assertOf(expression, word, rest.trim());
    if (found === undefined) notes.push(`the assertion about ${expression} is not taken over`);
    return found === undefined ? [] : [found];
  });
}

function authOfBruno(auth: unknown, mode: string | undefined): object | undefined {
  const type = typeof auth === 'string' ? auth : (mode ?? '');
  if (type === '' || type === 'inherit') return undefined;
  if (type === 'none') return { type: 'noauth' };
  const settings = memberNamed(auth, type) ?? auth;
  const value = (name: string) => plainText(memberNamed(settings, name));
  if (type === 'apikey')
    return authOf('apikey', {
      ...{ key: value('key'), value: value('value') },
      in: value('placement') === 'queryparams' ? 'query' : 'header',
    });
  if (type === 'oauth2') return authOf('oauth2', { accessToken: '' });
  return authOf(type, { username: value('username'), password: value('password'), token: value('token') });
}

function bodyOfBru(kind: string, body: unknown): object | undefined {
  const forms: Readonly<Record<string, string>> = {
    'form-urlencoded': 'formUrlEncoded',
    'multipart-form': 'multipartForm',
  };
  const member = forms[kind] ?? kind;
  const content = memberNamed(body, member);
  return bodyOfYaml(
    kind === 'formUrlEncoded' ? 'form-urlencoded' : kind === 'multipartForm' ? 'multipart-form' : kind,
    content,
  );
}

function bodyOfYaml(type: string, data: unknown): object | undefined {
  const list = Array.isArray(data) ? (data as unknown[]) : [];
  if (type === 'form-urlencoded') return { mode: 'urlencoded', urlencoded: list.map(fieldOf) };
  if (type === 'multipart-form')
    return {
      mode: 'formdata',
      formdata: list.map((one) => {
        const paths = memberNamed(one, 'value');
        const isFile = textNamed(one, 'type') === 'file';
        return {
          ...fieldOf(one),
          contentType: textNamed(one, 'contentType') ?? '',
          ...(isFile && { type: 'file', src: paths }),
        };
      }),
    };
  if (type === 'file') {
    const chosen = list.find((one) => memberNamed(one, 'selected') === true) ?? list[0];
    return { mode: 'file', file: { src: textNamed(chosen, 'filePath') ?? '' } };
  }
  if (type === 'graphql')
    return {
      mode: 'graphql',
      graphql: { query: plainText(memberNamed(data, 'query')), variables: plainText(memberNamed(data, 'variables')) },
    };
  const raw = plainText(data);
  return raw === '' ? undefined : rawBody(raw, /^(?:json|xml)$/.test(type) ? type : 'text');
}

function fieldOf(one: unknown): ShapedField {
  return {
    key: textNamed(one, 'name') ?? '',
    value: plainText(memberNamed(one, 'value')),
    disabled: memberNamed(one, 'enabled') === false || memberNamed(one, 'disabled') === true,
  };
}

function variablesOf(path: string, value: unknown): readonly ShapedVariable[] {
  const file = (path.split('/').at(-1) ?? '').replace(/\.\w+$/, '');
  const environment = textNamed(value, 'name') ?? (file === '' ? 'environment' : file);
  return itemsNamed(value, 'variables').flatMap((one) => {
    const name = textNamed(one, 'name') ?? '';
    // A collection never holds the values of its secrets.
    const isSecret = memberNamed(one, 'secret') === true;
    if (name === '' || memberNamed(one, 'enabled') === false || memberNamed(one, 'disabled') === true) return [];
    return [{ environment, name, value: plainText(memberNamed(one, 'value')), ...(isSecret && { isSecret }) }];
  });
}

function plainText(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}
