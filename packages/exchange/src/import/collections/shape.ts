/** A field as collections of Postman write it: other formats are brought into this form, which has one reader. */
export interface ShapedField {
  readonly key: string;
  readonly value: string;
  readonly disabled?: boolean;
}

/** A request or a folder in the form of a collection of Postman. */
export type ShapedItem = Readonly<Record<string, unknown>>;

/** A collection in that form, with what it has besides. */
export interface ShapedCollection {
  readonly source: string;
  readonly title?: string | undefined;
  readonly item: readonly ShapedItem[];
  readonly auth?: object | undefined;
  readonly event?: readonly object[];
  readonly variable?: readonly ShapedField[];
  readonly [headersMember]?: readonly ShapedField[];
  readonly environments?: readonly ShapedVariable[];
  readonly notes?: readonly string[];
  /** Requests that could not be read. */
  readonly lost?: number;
}

/** A variable of an environment. */
export interface ShapedVariable {
  readonly environment: string;
  readonly name: string;
  readonly value: unknown;
  readonly isSecret?: boolean;
}

/** What a request is made of. */
interface RequestParts {
  readonly name: string;
  readonly method: string;
  readonly url: string;
  readonly pathVariables?: readonly ShapedField[];
  readonly headers: readonly ShapedField[];
  readonly auth?: object | undefined;
  readonly body?: object | undefined;
  readonly events?: readonly object[];
  /** Lines `?? …`. */
  readonly asserts?: readonly string[];
  readonly notes?: readonly string[];
  readonly tags?: readonly string[];
  /** Variables of this request only. */
  readonly variables?: readonly ShapedField[];
}

/** The member for lines of asserts, which no collection of Postman has. */
export const assertsMember = 'rulebook asserts';
/** The member for the tags of a request. */
export const tagsMember = 'rulebook tags';
/** The member for notes. */
export const notesMember = 'rulebook notes';
/** The member for header fields of all requests in a folder. */
export const headersMember = 'rulebook headers';
/** The member for variables of a request, or of all requests in a folder. */
export const variablesMember = 'rulebook variables';

/** Returns a request as an item of a collection. A body is sent with every method. */
export function requestItem(parts: RequestParts): ShapedItem {
  const { name, method, url, pathVariables = [], headers, auth, body, events = [], asserts = [], notes = [] } = parts;
  const { variables = [], tags = [] } = parts;
  return {
    name,
    event: events,
    protocolProfileBehavior: { disableBodyPruning: true },
    [assertsMember]: asserts,
    [tagsMember]: tags,
    [notesMember]: notes,
    [variablesMember]: variables,
    request: { method, url: { raw: url, variable: pathVariables }, header: headers, auth, body },
  };
}

/** Returns a script as an event. */
export function scriptEvent(listen: 'prerequest' | 'test', code: string | undefined): readonly object[] {
  return code === undefined || code.trim() === '' ? [] : [{ listen, script: { exec: code } }];
}

/** Returns a URL with query parameters; those that are in it already are not repeated. */
export function withQuery(url: string, fields: readonly ShapedField[]): string {
  const added = fields.filter(({ disabled, key }) => disabled !== true && key !== '');
  if (added.length === 0) return url;
  const [, start = url, fragment = ''] = /^([^#]*)(#.*)?$/s.exec(url) ?? [];
  return `${start}${start.includes('?') ? '&' : '?'}${added.map(({ key, value }) => `${key}=${encodedPart(value)}`).join('&')}${fragment}`;
}

/** Encodes what would end a value of a query, except in names of variables. */
export function encodedPart(value: string): string {
  return value
    .split(/(\{\{[^{}]*\}\})/)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/[&#+\s]/g, (sign) => encodeURIComponent(sign))))
    .join('');
}

/** Returns a raw body; `language` says its media type where the header fields do not. */
export function rawBody(raw: string, language: string): object {
  return { mode: 'raw', raw, options: { raw: { language } } };
}

/** Returns the authorization of a collection of Postman. */
export function authOf(type: string, values: Readonly<Record<string, string>>): object {
  return { type, [type]: Object.entries(values).map(([key, value]) => ({ key, value })) };
}
