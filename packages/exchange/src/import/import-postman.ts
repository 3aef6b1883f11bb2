import {
  reference,
  variableNameOf,
  type ImportedFile,
  type ImportedRequest,
  type ImportedScripts,
} from '@rulebook/request-file/syntax/curl/imported';
import type { ReadStatements } from './import-libraries';
import { translateScript, type SetHeader } from './postman-script';
import {
  assertsMember,
  headersMember,
  notesMember,
  tagsMember,
  variablesMember,
  type ShapedCollection,
} from './collections/shape';
import { itemsNamed, memberNamed, textNamed } from './json-value';
import { readBody } from './postman-body';
import { environmentVariables } from './postman-environment';
import { isDisabled, textFrom, withReferences } from './postman-texts';

/** Deeper folders are left out. */
const deepest = 50;

/** Reads the requests of a collection of Postman in the format 2.0 or 2.1, or the variables of an environment. */
export function importPostman(collection: unknown, readStatements?: ReadStatements): ImportedFile {
  if (isEnvironment(collection)) return readEnvironment(collection);
  const notes: string[] = [];
  const variables = itemsNamed(collection, 'variable').flatMap((one) => {
    const name = textNamed(one, 'key') ?? textNamed(one, 'id') ?? '';
    if (name === '') return [];
    if (isDisabled(one)) {
      notes.push(`the variable ${variableNameOf(name)} is left out, because it is disabled`);
      return [];
    }
    const value = memberNamed(one, 'value');
    return [{ name: variableNameOf(name), value: withReferences(textFrom(value)) }];
  });
  notes.push(...cyclesIn(variables));
  const requests: ImportedRequest[] = [];
  const walk = (items: readonly unknown[], around: Around, depth: number): void => {
    if (depth > deepest) {
      notes.push(`folders below level ${deepest} are left out`);
      return;
    }
    for (const item of items) {
      const name = textNamed(item, 'name') ?? '';
      const auth = memberNamed(item, 'auth') ?? around.auth;
      const headers = [...around.headers, ...itemsNamed(item, headersMember)];
      const variables = [...around.variables, ...scopedVariables(item)];
      if (memberNamed(item, 'request') !== undefined) {
        const title = [...around.folders, name].join(' / ');
        const found: string[] = [];
        const own = scriptsOf(item, 'this request', readStatements, found);
        const scripts = joined(around.scripts, own.scripts);
        const set = [...around.set, ...own.set];
        found.push(...itemsNamed(item, notesMember).map(String));
        const request = readItem(item, title, { auth, headers, set }, found);
        const asserts = itemsNamed(item, assertsMember).map(String);
        const tags = itemsNamed(item, tagsMember).map(String);
        const directives = [...(request.directives ?? []), ...(tags.length === 0 ? [] : [`# @tag ${tags.join(', ')}`])];
        requests.push({
          ...{ ...request, asserts, variables, folders: around.folders },
          ...(directives.length > 0 && { directives }),
          ...(scripts && { scripts }),
        });
        continue;
      }
      const folders = [...around.folders, name];
      const own = scriptsOf(item, `the folder ${name}`, readStatements, notes);
      const scripts = joined(around.scripts, own.scripts);
      const set = [...around.set, ...own.set];
      walk(
        itemsNamed(item, 'item'),
        { folders, auth, headers, set, variables, ...(scripts && { scripts }) },
        depth + 1,
      );
    }
  };
  const { scripts, set } = scriptsOf(collection, 'the collection', readStatements, notes);
  const title = textNamed(memberNamed(collection, 'info'), 'name');
  const headers = itemsNamed(collection, headersMember);
  walk(
    itemsNamed(collection, 'item'),
    { folders: [], auth: memberNamed(collection, 'auth'), headers, set, variables: [] },
    0,
  );
  return {
    ...{ source: 'the collection', variables, requests, notes, keepsSecrets: false },
    ...(title !== undefined && { title }),
    ...(scripts && { scripts }),
  };
}

/** Reads a collection of another tool that was brought into the form of one of Postman. */
export function importShaped(
  { source, title, environments = [], notes = [], lost = 0, ...collection }: ShapedCollection,
  readStatements: ReadStatements | undefined,
): ImportedFile {
  const read = importPostman({ ...collection, info: { name: title } }, readStatements);
  return {
    ...read,
    source,
    notes: [...notes, ...read.notes],
    ...(lost > 0 && { lost }),
    ...(environments.length > 0 && { environments }),
  };
}

/** What a request has of its folders. */
interface Around {
  readonly folders: readonly string[];
  readonly auth: unknown;
  readonly headers: readonly unknown[];
  /** The fields that scripts set, which take the place of others. */
  readonly set: readonly SetHeader[];
  readonly variables: NonNullable<ImportedRequest['variables']>;
  readonly scripts?: ImportedScripts;
}

function scopedVariables(item: unknown): Around['variables'] {
  return itemsNamed(item, variablesMember)
    .filter((one) => !isDisabled(one) && textNamed(one, 'key') !== '')
    .map((one) => ({
      name: variableNameOf(textNamed(one, 'key') ?? ''),
      value: withReferences(textNamed(one, 'value') ?? ''),
    }));
}

/** Whether it is an environment, or the globals, of a workspace. */
function isEnvironment(value: unknown): boolean {
  return Array.isArray(memberNamed(value, 'values')) && !Array.isArray(memberNamed(value, 'item'));
}

function readEnvironment(value: unknown): ImportedFile {
  const notes: string[] = [];
  const isGlobal = textNamed(value, '_postman_variable_scope') === 'globals';
  const environment = isGlobal ? '$shared' : (textNamed(value, 'name') ?? '').trim() || 'postman';
  const environments = environmentVariables(value, environment, notes);
  return { source: 'the environment', variables: [], requests: [], environments, notes, keepsSecrets: false };
}

function readItem(
  item: unknown,
  title: string,
  inherited: Pick<Around, 'auth' | 'headers' | 'set'>,
  notes: string[],
): ImportedRequest {
  const request = memberNamed(item, 'request');
  if (typeof request === 'string') return { title, method: 'GET', url: urlOf(request), headers: [], notes };
  const headers: (readonly [string, string])[] = [];
  for (const field of itemsNamed(request, 'header')) {
    const name = textNamed(field, 'key') ?? '';
    if (name === '') continue;
    if (isDisabled(field)) notes.push(`the header field ${name} is left out, because it is disabled`);
    else headers.push([withReferences(name), withReferences(textNamed(field, 'value') ?? '')]);
  }
  const has = (name: string) => headers.some(([key]) => key.toLowerCase() === name);
  // The nearest folder counts.
  for (const field of [...inherited.headers].reverse()) {
    const name = textNamed(field, 'key') ?? '';
    if (name === '' || isDisabled(field) || has(name.toLowerCase())) continue;
    headers.push([withReferences(name), withReferences(textNamed(field, 'value') ?? '')]);
  }
  const authentication = readAuth(memberNamed(request, 'auth') ?? inherited.auth, notes);
  const { header } = authentication;
  if (header) {
    // What is set under Authorization replaces a field of that name.
    const others = headers.filter(([name]) => name.toLowerCase() !== header[0].toLowerCase());
    headers.splice(0, headers.length, ...others, header);
  }
  for (const { name, variable } of inherited.set) {
    const others = headers.filter(([key]) => key.toLowerCase() !== name.toLowerCase());
    headers.splice(0, headers.length, ...others, [name, reference(variable)]);
  }
  const hasJsonField = headers.some(([name, value]) => /^content-type$/i.test(name) && /json/i.test(value));
  const method = (textNamed(request, 'method') ?? 'GET').trim().toUpperCase() || 'GET';
  const { body, type } = isPruned(item, method, notes)
    ? {}
    : readBody(memberNamed(request, 'body'), hasJsonField, notes);
  if (type !== undefined && !has('content-type')) headers.push(['Content-Type', type]);
  const url = readUrl(memberNamed(request, 'url'), notes);
  const lacksUrl = isEmptyUrl(memberNamed(request, 'url'));
  if (lacksUrl) notes.push('the request has no URL');
  return {
    title,
    ...(lacksUrl && { isIncomplete: true }),
    method,
    url: authentication.query === undefined ? url : `${url}${url.includes('?') ? '&' : '?'}${authentication.query}`,
    headers,
    ...(body && { body }),
    ...(authentication.secretName !== undefined && { secretNames: [authentication.secretName.toLowerCase()] }),
    notes,
  };
}

/** Without a setting of the request, the collection's runner sends no body with a method that only reads. */
function isPruned(item: unknown, method: string, notes: string[]): boolean {
  const body = memberNamed(memberNamed(item, 'request'), 'body');
  if (!/^(?:GET|HEAD)$/.test(method) || typeof body !== 'object' || body === null) return false;
  if (memberNamed(memberNamed(item, 'protocolProfileBehavior'), 'disableBodyPruning') === true) return false;
  const content = memberNamed(body, textNamed(body, 'mode') ?? '');
  if (Array.isArray(content) ? content.length > 0 : content !== undefined && content !== '')
    notes.push(`the body is left out, because Postman sends none with ${method}`);
  return true;
}

function isEmptyUrl(url: unknown): boolean {
  const raw = typeof url === 'string' ? url : (textNamed(url, 'raw') ?? textFrom(memberNamed(url, 'host')));
  return raw.trim() === '' && itemsNamed(url, 'host').length === 0;
}

function readUrl(url: unknown, notes: string[]): string {
  // Where both are there, the parts are sent.
  const hasParts = ['host', 'path'].some((name) => memberNamed(url, name) !== undefined);
  const raw = typeof url === 'string' ? url : hasParts ? partsOfUrl(url) : (textNamed(url, 'raw') ?? '');
  for (const one of itemsNamed(url, 'query')) {
    if (isDisabled(one))
      notes.push(`the query parameter ${textNamed(one, 'key') ?? ''} is left out, because it is disabled`);
  }
  const values = new Map(
    itemsNamed(url, 'variable').map((one) => [
      textNamed(one, 'key') ?? textNamed(one, 'id') ?? '',
      textFrom(memberNamed(one, 'value')),
    ]),
  );
  const [, origin = '', path = '', rest = ''] =
    /^((?:[a-z]+:\/\/)?(?:\{\{[^{}]*\}\}|[^/?#])*)([^?#]*)([^]*)$/i.exec(raw) ?? [];
  const filled = path.replace(/\/:([\w-]+)/g, (_, name: string) => {
    const value = values.get(name) ?? '';
    return `/${value === '' ? `{{${name}}}` : /\{\{/.test(value) ? value : encodeURIComponent(value.replace(/\p{Cs}/gu, '\ufffd'))}`;
  });
  return urlOf(`${origin}${filled}${rest.split('#')[0] ?? ''}`);
}

function partsOfUrl(url: unknown): string {
  const join = (name: string, by: string) => {
    const part = memberNamed(url, name);
    return Array.isArray(part) ? part.map(textFrom).join(by) : textFrom(part);
  };
  const query = itemsNamed(url, 'query').filter((one) => !isDisabled(one));
  const pairs = query
    .map((one) => {
      const value = memberNamed(one, 'value');
      // Without a value, there is no equals sign.
      return `${textNamed(one, 'key') ?? ''}${value === null || value === undefined ? '' : `=${textFrom(value)}`}`;
    })
    .join('&');
  const port = textFrom(memberNamed(url, 'port'));
  const host = join('host', '.');
  const protocol = textNamed(url, 'protocol')?.replace(/:\/*$/, '');
  // A variable may hold the scheme, too.
  const scheme = protocol === undefined ? (/^(?:\{\{|[a-z]+:\/\/)/i.test(host) ? '' : 'http://') : `${protocol}://`;
  return `${scheme}${host}${port === '' ? '' : `:${port}`}/${join('path', '/').replace(/^\//, '')}${pairs === '' ? '' : `?${pairs}`}`;
}

/** Postman sends to `http` where no scheme is written. */
function urlOf(text: string): string {
  const url = text.trim();
  return withReferences(/^(?:[a-z][a-z0-9+.-]*:\/\/|\{\{)/i.test(url) ? url : `http://${url}`);
}

interface Authentication {
  readonly header?: readonly [string, string];
  /** The name of the field or parameter of a key. */
  readonly secretName?: string;
  readonly query?: string;
}

function readAuth(auth: unknown, notes: string[]): Authentication {
  const type = textNamed(auth, 'type') ?? 'noauth';
  const value = (name: string): string => {
    const settings = memberNamed(auth, type);
    const listed = Array.isArray(settings)
      ? memberNamed(
          settings.find((one) => textNamed(one, 'key') === name),
          'value',
        )
      : memberNamed(settings, name);
    return withReferences(textFrom(listed));
  };
  const orVariable = (text: string, name: string) => (text === '' ? reference(name) : text);
  switch (type) {
    case 'noauth':
      return {};
    case 'basic':
      return { header: ['Authorization', `Basic ${value('username')}:${orVariable(value('password'), 'password')}`] };
    case 'bearer':
      return { header: ['Authorization', `Bearer ${orVariable(value('token'), 'token')}`] };
    case 'oauth2':
      notes.push('the token of OAuth 2 is not fetched; put it into the variable');
      return { header: ['Authorization', `Bearer ${orVariable(value('accessToken'), 'access_token')}`] };
    case 'apikey': {
      const name = value('key');
      if (name === '') {
        notes.push('the API key is not taken over, because it has no name');
        return {};
      }
      const key = orVariable(value('value'), 'api_key');
      return { secretName: name, ...(value('in') === 'query' ? { query: `${name}=${key}` } : { header: [name, key] }) };
    }
    default:
      notes.push(`the authorization \`${type}\` is not taken over`);
      return {};
  }
}

/** Returns the scripts of an item as they run here. */
function scriptsOf(
  item: unknown,
  owner: string,
  readStatements: ReadStatements | undefined,
  notes: string[],
): { readonly scripts?: ImportedScripts; readonly set: readonly SetHeader[] } {
  let found: ImportedScripts | undefined;
  const set: SetHeader[] = [];
  for (const event of itemsNamed(item, 'event')) {
    const lines = memberNamed(memberNamed(event, 'script'), 'exec');
    const code = Array.isArray(lines) ? lines.map(textFrom).join('\n') : textFrom(lines);
    if (code.trim() === '' || isDisabled(event)) continue;
    const isBefore = textNamed(event, 'listen') === 'prerequest';
    const about = {
      phase: isBefore ? ('request' as const) : ('response' as const),
      owner: `the ${isBefore ? 'script before' : 'test script of'} ${owner}`,
    };
    const translated = translateScript(code, about, readStatements);
    notes.push(...translated.notes);
    set.push(...(translated.headers ?? []));
    found = joined(found, isBefore ? { before: translated.code } : { after: translated.code });
  }
  return { ...(found && { scripts: found }), set };
}

/** Returns scripts that run one after the other; each keeps the names that it defines to itself. */
function joined(first: ImportedScripts | undefined, second: ImportedScripts | undefined): ImportedScripts | undefined {
  if (first === undefined || second === undefined) return first ?? second;
  const join = (one: string | undefined, other: string | undefined) =>
    one === undefined || other === undefined ? (one ?? other) : `{\n${one}\n}\n{\n${other}\n}`;
  const before = join(first.before, second.before);
  const after = join(first.after, second.after);
  return { ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
}

/** Finds variables that lead back to themselves. */
function cyclesIn(variables: ImportedFile['variables']): readonly string[] {
  const values = new Map(variables.map(({ name, value }) => [name, value]));
  const leadsBack = (start: string): boolean => {
    const seen = new Set<string>();
    const open = [start];
    for (let name = open.pop(); name !== undefined; name = open.pop()) {
      for (const [, inner = ''] of (values.get(name) ?? '').matchAll(/\{\{\ufdd0([^{}]*)\}\}/g)) {
        if (inner === start) return true;
        if (!seen.has(inner)) open.push(inner);
        seen.add(inner);
      }
    }
    return false;
  };
  return variables.filter(({ name }) => leadsBack(name)).map(({ name }) => `the variable ${name} refers to itself`);
}
