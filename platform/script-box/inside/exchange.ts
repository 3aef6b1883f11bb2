import type { Box } from './box';

/** Adds the objects `request` and `response`. */
export function addExchange(box: Box): void {
  const { input, scope, variable, keep, kept, keptNames, filled, noteRequest, refuse } = box;
  const { request, response, language } = input;
  type Fields = readonly (readonly [string, string])[];
  const isSent = input.phase === 'response';
  const valuesOf = (fields: Fields, name: unknown): string[] =>
    fields.filter(([one]) => one.toLowerCase() === String(name).toLowerCase()).map(([, value]) => value);
  const sent = <T>(value: T): T => {
    if (isSent) noteRequest();
    return value;
  };
  const text = (raw: string) => (isSent ? raw : filled(raw));
  /** A text that is called in some tools and read in others: `request.body()`, `request.body.getRaw()`, `request.body`. */
  const textObject = (raw: string): object =>
    Object.assign(() => sent(text(raw)), {
      getRaw: () => sent(raw),
      tryGetSubstituted: () => sent(text(raw)),
      toString: () => sent(text(raw)),
      toJSON: () => sent(text(raw)),
    });
  const field = ([name, raw]: readonly [string, string]): object => ({
    name,
    value: () => sent(text(raw)),
    getRawValue: () => sent(raw),
    tryGetSubstitutedValue: () => sent(text(raw)),
    toString: () => sent(text(raw)),
  });
  const methodsOf = (fields: Fields): Record<string, unknown> => ({
    all: () => fields.map(field),
    findByName: (name: string) => {
      const found = fields.find(([one]) => one.toLowerCase() === String(name).toLowerCase());
      return found === undefined ? null : field(found);
    },
  });
  /** Fields by their names in lower case, with methods that are not among its members. */
  const record = (fields: Fields, methods: Record<string, unknown>): object => {
    const members: Record<string, unknown> = {};
    for (const [name] of fields) {
      const values = valuesOf(fields, name);
      const key = name.toLowerCase();
      members[key] = key === 'set-cookie' ? values : values.join(', ');
    }
    for (const [name, value] of Object.entries(methods)) Object.defineProperty(members, name, { value });
    return new Proxy(members, {
      get: (target, name) => (typeof name === 'string' ? (target[name] ?? target[name.toLowerCase()]) : undefined),
    });
  };
  const isBlock = language === 'block';
  const parsedBody = (body: string): unknown => {
    try {
      return JSON.parse(body) as unknown;
    } catch {
      return undefined;
    }
  };
  const unchanged = (target: object): object =>
    new Proxy(target, {
      set: (_, name) =>
        refuse(`A script does not change the request. Write \`{{${String(name)}}}\` there, and set the variable.`),
    });
  const requestMembers = isBlock
    ? {
        method: request.method,
        get url() {
          return sent(text(request.url));
        },
        get body() {
          return request.body === undefined ? undefined : sent(text(request.body));
        },
        get headers() {
          const fields = request.headers.map(([name, value]) => [name, sent(text(value))] as const);
          return unchanged(record(fields, {}));
        },
      }
    : {
        method: request.method,
        url: textObject(request.url),
        body: textObject(request.body ?? ''),
        headers: methodsOf(request.headers),
        environment: { get: (name: string) => variable(String(name)) ?? null },
        variables: {
          get: (name: string) => kept(String(name), true) ?? variable(String(name)) ?? null,
          set: (name: string, value: unknown) => {
            keep(name, value, true);
          },
          clear: (name: string) => {
            keep(name, undefined, true);
          },
          clearAll: () => {
            for (const name of keptNames(true)) keep(name, undefined, true);
          },
          isEmpty: () => keptNames(true).length === 0,
        },
        iteration: () => input.index ?? 0,
        templateValue: () => null,
        skip: () => refuse('A script does not leave a request out. Write `# @if` with a condition in front of it.'),
        replay: () =>
          refuse('A script does not send a request again. Write `# @until` with a condition in front of it.'),
      };
  scope.request = unchanged(requestMembers);
  if (response === undefined) return;
  const [type = ''] = valuesOf(response.headers, 'content-type');
  const [mimeType = ''] = type.split(';');
  const [, charset = 'utf-8'] = /charset="?([^";\s]+)/i.exec(type) ?? [];
  const isJson = /[/+]json\s*$/i.test(mimeType);
  const parsed = isJson || mimeType === '' ? parsedBody(response.body) : undefined;
  const contentType = { mimeType: mimeType.trim(), charset, contentType: type };
  const headers = record(response.headers, {
    valueOf: (name: string) => valuesOf(response.headers, name)[0] ?? null,
    valuesOf: (name: string) => valuesOf(response.headers, name),
    all: () => response.headers.map(([name, value]) => ({ name, value })),
  });
  scope.response = {
    status: response.status,
    statusCode: response.status,
    responseCode: response.status,
    statusMessage: response.statusText,
    httpVersion: response.httpVersion,
    protocol: `HTTP/${response.httpVersion.replace(/^HTTP\//i, '')}`,
    headers,
    contentType,
    body: isBlock || parsed === undefined ? response.body : parsed,
    json: parsed,
    parsedBody: isBlock && parsed === undefined ? response.body : parsed,
    rawBody: response.body,
    name: request.name,
    timings: { total: response.duration },
    ...(isBlock && { request: scope.request }),
  };
}
