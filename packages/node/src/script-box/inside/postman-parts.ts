import type { Box } from './box';

/** A list of fields as scripts of Postman see it. */
interface FieldList {
  readonly get: (name: string) => string | undefined;
  readonly toObject: () => object;
}

/** What `pm` is made of. */
export interface PostmanParts {
  readonly store: {
    readonly set: (name: string, value: unknown) => void;
    readonly unset: (name: string) => void;
  };
  readonly valueOf: (name: unknown) => unknown;
  readonly listOf: (fields: () => readonly (readonly [string, string])[]) => FieldList;
  readonly request: object;
  readonly cookies: FieldList;
  readonly sendsNothing: () => never;
  readonly inOrder: () => never;
}

/** Makes the parts of `pm` that are there before a request, too. */
export function makePostmanParts(box: Box): PostmanParts {
  const { input, variable, keep, kept, keptNames, clearAll, filled, refuse } = box;
  /** The import writes variables with such names. */
  const named = (name: unknown): string =>
    String(name)
      .trim()
      .replace(/[^\w.$-]+/g, '_');
  const valueOf = (name: unknown): unknown => kept(named(name), false) ?? variable(named(name));
  const values = (): Record<string, unknown> =>
    Object.fromEntries(keptNames(false).map((name) => [name, kept(name, false)]));
  const store = {
    get: valueOf,
    set: (name: string, value: unknown) => {
      keep(named(name), value, false);
    },
    has: (name: string) => valueOf(name) !== undefined,
    unset: (name: string) => {
      keep(named(name), undefined, false);
    },
    clear: () => {
      clearAll(false);
    },
    toObject: values,
    toJSON: values,
    replaceIn: (text: string) => filled(String(text)),
  };
  const listOf = (fields: () => readonly (readonly [string, string])[]) => {
    const all = () => fields().map(([key, value]) => ({ key, value }));
    const one = (name: unknown) => all().find(({ key }) => key.toLowerCase() === String(name).toLowerCase());
    return {
      get: (name: string) => one(name)?.value,
      one: (name: string) => one(name),
      has: (name: string, value?: string) =>
        all().some(
          (field) =>
            field.key.toLowerCase() === String(name).toLowerCase() && (value === undefined || field.value === value),
        ),
      all,
      each: (run: (field: object) => void) => {
        all().forEach(run);
      },
      map: (run: (field: object) => unknown) => all().map(run),
      count: () => all().length,
      toObject: () => Object.fromEntries(all().map(({ key, value }) => [key, value])),
    };
  };
  const text = (raw: string) => (input.phase === 'response' ? raw : filled(raw));
  const url = () => text(box.request().url);
  const partsOfUrl = () => /^(?:([a-z][\w+.-]*):\/\/)?([^/?#]*)([^?#]*)(?:\?([^#]*))?/i.exec(url()) ?? [];
  const query = listOf(() =>
    (partsOfUrl()[4] ?? '')
      .split('&')
      .filter((pair) => pair !== '')
      .map((pair) => {
        const at = pair.indexOf('=');
        return at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
      }),
  );
  const body = () => text(box.request().body ?? '');
  const request = {
    get method() {
      return input.method;
    },
    url: {
      toString: url,
      toJSON: url,
      getHost: () => (partsOfUrl()[2] ?? '').replace(/:\d+$/, ''),
      getPath: () => partsOfUrl()[3] ?? '',
      getQueryString: () => partsOfUrl()[4] ?? '',
      getPathWithQuery: () =>
        `${partsOfUrl()[3] ?? ''}${partsOfUrl()[4] === undefined ? '' : `?${partsOfUrl()[4] ?? ''}`}`,
      query,
    },
    headers: listOf(() => box.request().headers.map(([name, value]) => [name, text(value)])),
    body: {
      mode: 'raw',
      get raw() {
        return body();
      },
      toString: body,
    },
  };
  const cookies = listOf(() =>
    (input.response?.headers ?? [])
      .filter(([name]) => name.toLowerCase() === 'set-cookie')
      .map(([, value]) => {
        const [pair = ''] = value.split(';');
        const at = pair.indexOf('=');
        return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
      }),
  );
  return {
    ...{ store, valueOf, listOf, request, cookies },
    sendsNothing: () => refuse('Scripts send no requests: write a request, and name it in `# @ref`.'),
    inOrder: () => refuse('Scripts do not choose the next request: name what comes first in `# @ref`.'),
  };
}
