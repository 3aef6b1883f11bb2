import { itemsNamed, memberNamed, textNamed } from '../json-value';
import { isDisabled, textFrom } from '../postman-texts';
import { authOf, encodedPart, rawBody, scriptEvent, type ShapedField } from './shape';

/** Returns fields, which are a list, or names with their values. */
export function fieldsOf(value: unknown): readonly ShapedField[] {
  if (Array.isArray(value)) return value.map((one: unknown) => fieldOf(textFrom(memberNamed(one, 'key')), one));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).map(([key, one]: readonly [string, unknown]) =>
    typeof one === 'object' && one !== null ? fieldOf(key, one) : { key, value: textFrom(one) },
  );
}

function fieldOf(key: string, one: unknown): ShapedField {
  return { key, value: textFrom(memberNamed(one, 'value')), ...(isDisabled(one) && { disabled: true }) };
}

/** Returns a URL with its parameters. Those that are in its query already are the same ones, written twice. */
export function withParameters(url: string, parameters: unknown, notes: string[]): string {
  const [, start = url, query = '', fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(#[^]*)?$/.exec(url) ?? [];
  const written = new Set(query.split('&').map((pair) => pair.split('=')[0] ?? ''));
  const isList = Array.isArray(parameters);
  const fields = fieldsOf(parameters).map((field, index) => ({
    ...field,
    // Without a value, there is no equals sign.
    isBare: isList && memberNamed(itemsNamed({ parameters }, 'parameters')[index], 'value') === null,
  }));
  const added = fields.filter(({ key, disabled }) => {
    if (disabled === true && key !== '') notes.push(`the query parameter ${key} is left out, because it is disabled`);
    return disabled !== true && key !== '' && !written.has(key) && !written.has(encodeName(key));
  });
  const pairs = added.map(({ key, value, isBare }) => `${encodedPart(key)}${isBare ? '' : `=${encodedPart(value)}`}`);
  const all = [...(query === '' ? [] : [query]), ...pairs].join('&');
  return `${start}${all === '' ? '' : `?${all}`}${fragment}`;
}

function encodeName(name: string): string {
  return encodeURIComponent(name.replace(/\p{Cs}/gu, '\ufffd'));
}

/** Returns the authorization as older collections have it; undefined for that of the folder. */
export function authOfPostman(auth: unknown, owner: string, notes: string[]): object | undefined {
  const several: readonly unknown[] = Array.isArray(auth) ? auth : [auth];
  if (several.length > 1)
    notes.push(`${owner} has several kinds of authorization, of which the first one is taken over`);
  const [one] = several;
  const type = textNamed(one, 'type') ?? '';
  if (type === '' || type === 'inherit') return undefined;
  const values = fieldsOf(memberNamed(one, 'credentials')).map(({ key, value }) => [key, value] as const);
  return type === 'noauth' ? { type } : authOf(type, Object.fromEntries(values));
}

/** Returns a script, whose lines may be a list. */
export function codeOf(code: unknown): string {
  return Array.isArray(code) ? code.map(textFrom).join('\n') : textFrom(code);
}

/** Returns the scripts of a request or a folder. That of a folder says which protocol it is for. */
export function eventsOf(scripts: unknown, owner: string, notes: string[]): readonly object[] {
  if (!Array.isArray(scripts)) return [];
  return scripts.flatMap((one: unknown) => {
    const type = textNamed(one, 'type') ?? '';
    const [, phase] = /^(?:http:)?(beforeRequest|afterResponse)$/.exec(type) ?? [];
    const code = codeOf(memberNamed(one, 'code'));
    const language = textNamed(one, 'language') ?? 'text/javascript';
    if (phase === undefined || language !== 'text/javascript' || code.trim() === '') {
      const isEmpty = phase !== undefined && typeof memberNamed(one, 'code') === 'string';
      if (!isEmpty || code.trim() !== '')
        notes.push(`a script of ${owner} is not taken over: it is of the kind \`${type.slice(0, 60)}\``);
      return [];
    }
    return scriptEvent(phase === 'beforeRequest' ? 'prerequest' : 'test', code);
  });
}

/** Returns the body as older collections have it. */
export function bodyOfPostman(body: unknown, notes: string[]): object | undefined {
  const type = textNamed(body, 'type') ?? '';
  const content = memberNamed(body, 'content');
  if (body === undefined || body === null || type === 'none') return undefined;
  switch (type) {
    case 'json':
    case 'text':
    case 'xml':
    case 'html':
    case 'javascript': {
      const isValue = typeof content === 'object' && content !== null;
      const raw = isValue ? JSON.stringify(content, undefined, 2) : textFrom(content);
      return raw === '' ? undefined : rawBody(raw, type);
    }
    case 'urlencoded':
      return { mode: 'urlencoded', urlencoded: fieldsOf(content) };
    case 'formdata':
      return { mode: 'formdata', formdata: Array.isArray(content) ? content.map(partOf) : fieldsOf(content) };
    case 'file': {
      const source = memberNamed(content, 'src') ?? content;
      return { mode: 'file', file: { src: textFrom(Array.isArray(source) ? source[0] : source) } };
    }
    case 'graphql':
      return {
        mode: 'graphql',
        graphql: {
          query: textFrom(memberNamed(content, 'query')),
          variables: textFrom(memberNamed(content, 'variables')),
        },
      };
    default:
      notes.push(
        type === ''
          ? 'the body is left out, because it does not say its `type`'
          : `the body is left out, because it is of the kind \`${type.slice(0, 60)}\``,
      );
      return undefined;
  }
}

function partOf(one: unknown): object {
  const isFile = textNamed(one, 'type') === 'file';
  return {
    ...fieldOf(textFrom(memberNamed(one, 'key')), one),
    contentType: textFrom(memberNamed(one, 'contentType')),
    ...(isFile && { type: 'file', src: memberNamed(one, 'src') }),
  };
}
