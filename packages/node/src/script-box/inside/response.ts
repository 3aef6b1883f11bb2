import type { Box } from './box';

/** Adds the object `response`, where there is one: its body is a value in handlers, and a text in blocks. */
export function addResponse(box: Box): void {
  const { input, scope } = box;
  const { response } = input;
  if (response === undefined) return;
  const isBlock = input.language === 'block';
  const valuesOf = (name: unknown): string[] =>
    response.headers.filter(([one]) => one.toLowerCase() === String(name).toLowerCase()).map(([, value]) => value);
  const contentType = () => {
    const [type = ''] = valuesOf('content-type');
    const [mimeType = ''] = type.split(';');
    const [, charset = 'utf-8'] = /charset="?([^";\s]+)/i.exec(type) ?? [];
    return { mimeType: mimeType.trim(), charset, contentType: type };
  };
  const parsedBody = (): unknown => {
    const [mimeType = ''] = (valuesOf('content-type')[0] ?? '').split(';');
    try {
      if (/[/+]json\s*$/i.test(mimeType) || mimeType === '') return JSON.parse(response.body);
    } catch {
      // The text is the body then.
    }
    return undefined;
  };
  /** Returns the fields by their names in lower case, with methods that are not among its members. */
  const headers = () => {
    const members: Record<string, unknown> = {};
    for (const [name] of response.headers) {
      const key = name.toLowerCase();
      members[key] = key === 'set-cookie' ? valuesOf(key) : valuesOf(key).join(', ');
    }
    const methods = {
      valueOf: (name: string) => valuesOf(name)[0] ?? null,
      valuesOf: (name: string) => valuesOf(name),
      all: () => response.headers.map(([name, value]) => ({ name, value })),
    };
    for (const [name, value] of Object.entries(methods)) Object.defineProperty(members, name, { value });
    return new Proxy(members, {
      get: (target, name) => (typeof name === 'string' ? (target[name] ?? target[name.toLowerCase()]) : undefined),
    });
  };
  const { body } = response;
  const status = () => box.readStatus(response.status);
  const made: Record<string, unknown> = {
    get status() {
      return status();
    },
    get statusCode() {
      return status();
    },
    get responseCode() {
      return status();
    },
    ...{ statusMessage: response.statusText, headers: undefined },
    httpVersion: response.httpVersion,
    protocol: `HTTP/${response.httpVersion.replace(/^HTTP\//i, '')}`,
    ...{ contentType: undefined, body, json: undefined, parsedBody: undefined },
    rawBody: body,
    name: input.name,
    timings: { total: response.duration },
    ...(isBlock && { request: scope.request }),
  };
  box.later(made, ['headers'], () => {
    made.headers = headers();
  });
  box.later(made, ['contentType'], () => {
    made.contentType = contentType();
  });
  box.later(made, ['body', 'json', 'parsedBody'], () => {
    const parsed = parsedBody();
    Object.assign(made, {
      ...{ body: isBlock ? body : (parsed ?? body), json: parsed },
      parsedBody: parsed ?? (isBlock ? body : undefined),
    });
  });
  scope.response = made;
}
