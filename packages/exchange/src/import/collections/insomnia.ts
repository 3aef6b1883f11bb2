import { itemsNamed, memberNamed, textNamed } from '../json-value';
import {
  authOf,
  headersMember,
  rawBody,
  requestItem,
  scriptEvent,
  variablesMember,
  withQuery,
  type ShapedCollection,
  type ShapedField,
  type ShapedItem,
  type ShapedVariable,
} from './shape';

/** Reads a collection, or the environments, of Insomnia in its format 5. */
export function readInsomnia(file: unknown): ShapedCollection {
  const notes: string[] = [];
  const item = itemsOf(itemsNamed(file, 'collection'), notes);
  return { source: 'the collection', title: textNamed(file, 'name'), item, environments: environmentsOf(file), notes };
}

/** Deeper folders are left out by the reader of the form. */
function itemsOf(items: readonly unknown[], notes: string[], depth = 0): readonly ShapedItem[] {
  if (depth > 60) return [];
  return [...items]
    .sort((one, other) => sortKeyOf(one) - sortKeyOf(other))
    .flatMap((one): readonly ShapedItem[] => {
      const name = textNamed(one, 'name') ?? '';
      const children = memberNamed(one, 'children');
      if (!Array.isArray(children)) return requestOf(one, name, notes);
      return [
        {
          name,
          item: itemsOf(children, notes, depth + 1),
          event: eventsOf(one),
          [headersMember]: fieldsOf(one, 'headers', (value) => plain(value, notes)),
          [variablesMember]: leavesOf(memberNamed(one, 'environment'), notes),
          ...authMember(memberNamed(one, 'authentication')),
        },
      ];
    });
}

function sortKeyOf(item: unknown): number {
  const key = memberNamed(memberNamed(item, 'meta'), 'sortKey');
  return typeof key === 'number' ? key : 0;
}

function requestOf(one: unknown, name: string, notes: string[]): readonly ShapedItem[] {
  const url = textNamed(one, 'url');
  const method = textNamed(one, 'method');
  if (url === undefined || method === undefined) {
    notes.push(`${name} is left out, because it is not an HTTP request`);
    return [];
  }
  const own: string[] = [];
  const text = (value: unknown) => plain(value, own);
  const fields = (of: unknown, member: string) => fieldsOf(of, member, text);
  const body = memberNamed(one, 'body');
  const headers = fields(one, 'headers').filter(({ key }) => key !== '');
  return [
    requestItem({
      ...{ name, method, headers: [...headers, ...typeOf(body, headers)] },
      url: withQuery(text(url), fields(one, 'parameters')),
      pathVariables: fields(one, 'pathParameters'),
      ...authMember(memberNamed(one, 'authentication')),
      body: bodyOfInsomnia(body, text, fields),
      events: eventsOf(one),
      notes: own,
    }),
  ];
}

function fieldsOf(of: unknown, member: string, text: (value: unknown) => string): readonly ShapedField[] {
  return itemsNamed(of, member).map((field) => ({
    key: text(memberNamed(field, 'name')),
    value: text(memberNamed(field, 'value')),
    disabled: memberNamed(field, 'disabled') === true,
  }));
}

/** Returns the values in the environment of a folder, each by its path. */
function leavesOf(data: unknown, notes: string[]): readonly ShapedField[] {
  const found: ShapedField[] = [];
  const open: (readonly [path: string, value: unknown])[] = [['', data]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [path, value] = next;
    if (typeof value === 'object' && value !== null)
      open.push(
        ...Object.entries(value).map(([name, inner]) => [path === '' ? name : `${path}.${name}`, inner] as const),
      );
    else if (path !== '' && value !== undefined)
      found.push({ key: path, value: typeof value === 'boolean' ? String(value) : plain(value, notes) });
  }
  return found;
}

/** Returns the field of a body's own media type, which is sent where the request has no such field. */
function typeOf(body: unknown, headers: readonly ShapedField[]): readonly ShapedField[] {
  const value = textNamed(body, 'mimeType') ?? '';
  const isOwn = value.includes('/') && !impliedTypes.has(value) && (textNamed(body, 'text') ?? '') !== '';
  const isWritten = headers.some(({ key, disabled }) => !disabled && key.toLowerCase() === 'content-type');
  return isOwn && !isWritten ? [{ key: 'Content-Type', value, disabled: false }] : [];
}

/** What is written for the kinds of bodies, of which the form of the collection has a few; that of GraphQL is sent as JSON. */
const impliedTypes: ReadonlySet<string> = new Set([
  ...['application/json', 'application/xml', 'text/plain', 'application/graphql'],
  ...['application/x-www-form-urlencoded', 'multipart/form-data'],
]);

function bodyOfInsomnia(
  body: unknown,
  text: (value: unknown) => string,
  fields: (of: unknown, member: string) => readonly ShapedField[],
): object | undefined {
  const type = textNamed(body, 'mimeType') ?? '';
  if (type === 'application/x-www-form-urlencoded') return { mode: 'urlencoded', urlencoded: fields(body, 'params') };
  if (type === 'multipart/form-data')
    return {
      mode: 'formdata',
      formdata: itemsNamed(body, 'params').map((field, index) => ({
        ...fields(body, 'params')[index],
        ...(textNamed(field, 'type') === 'file' && { type: 'file', src: textNamed(field, 'fileName') ?? '' }),
      })),
    };
  const path = textNamed(body, 'fileName');
  if (path !== undefined && path !== '') return { mode: 'file', file: { src: path } };
  const raw = text(memberNamed(body, 'text'));
  if (raw === '') return undefined;
  const language = /json|graphql/.test(type) ? 'json' : /xml/.test(type) ? 'xml' : type === '' ? 'none' : 'text';
  return rawBody(raw, language);
}

/** Its scripts have the same members as those of Postman, by another name. */
function eventsOf(one: unknown): readonly object[] {
  const scripts = memberNamed(one, 'scripts');
  const code = (name: string) => textNamed(scripts, name)?.replace(/\binsomnia(?=\.)/g, 'pm');
  return [...scriptEvent('prerequest', code('preRequest')), ...scriptEvent('test', code('afterResponse'))];
}

function authMember(auth: unknown): { readonly auth?: object } {
  const type = textNamed(auth, 'type') ?? '';
  if (type === '' || memberNamed(auth, 'disabled') === true) return {};
  const value = (name: string) => plain(memberNamed(auth, name), []);
  if (type === 'none') return { auth: { type: 'noauth' } };
  if (type === 'apikey')
    return {
      auth: authOf('apikey', {
        ...{ key: value('key'), value: value('value') },
        in: value('addTo') === 'queryParams' ? 'query' : 'header',
      }),
    };
  // A token may have another scheme than `Bearer`, or none.
  const scheme = type === 'bearer' ? value('prefix').trim() : '';
  if (scheme !== '' && scheme !== 'Bearer') {
    const credential = scheme === 'NO_PREFIX' ? value('token') : `${scheme} ${value('token')}`;
    return { auth: authOf('apikey', { key: 'Authorization', value: credential, in: 'header' }) };
  }
  if (type === 'oauth2') return { auth: authOf('oauth2', { accessToken: value('accessToken') }) };
  const { username, password, token } = {
    username: value('username'),
    password: value('password'),
    token: value('token'),
  };
  return { auth: authOf(type, { username, password, token }) };
}

/** Returns a text with variables as in the form; what is computed is named. */
function plain(value: unknown, notes: string[]): string {
  const text = typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
  for (const [, tag = ''] of text.matchAll(/\{%\s{0,20}(\w+)/g))
    notes.push(`the template tag \`${tag}\` is not taken over`);
  return text.replace(/\{\{\s{0,20}(?:_\.)?([\w.$-]+)\s{0,20}\}\}/g, '{{$1}}');
}

function environmentsOf(file: unknown): readonly ShapedVariable[] {
  const base = memberNamed(file, 'environments');
  const variables = (data: unknown, environment: string, isSecret: boolean): readonly ShapedVariable[] =>
    typeof data === 'object' && data !== null
      ? Object.entries(data).map(([name, value]) => ({
          ...{ environment, name, value: typeof value === 'string' ? plain(value, []) : (value as unknown) },
          ...(isSecret && { isSecret }),
        }))
      : [];
  return [
    ...variables(memberNamed(base, 'data'), '$shared', false),
    ...itemsNamed(base, 'subEnvironments').flatMap((one) =>
      variables(
        memberNamed(one, 'data'),
        textNamed(one, 'name') ?? 'environment',
        memberNamed(memberNamed(one, 'meta'), 'isPrivate') === true,
      ),
    ),
  ];
}
