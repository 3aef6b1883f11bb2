import type { Box } from './box';

/** Adds the object `request`: a handler has methods, a block has values. */
export function addRequest(box: Box): void {
  const { input, scope, variable, keep, kept, keptNames, clearAll, filled, refuse } = box;
  const isSent = input.phase === 'response';
  const text = (raw: string) => (isSent ? raw : filled(raw));
  const fields = () => box.request().headers;
  /** A text that some tools call and others read: `request.body()`, `request.body.getRaw()`. */
  const textObject = (raw: () => string): object =>
    Object.assign(() => text(raw()), {
      getRaw: raw,
      tryGetSubstituted: () => text(raw()),
      getComputed: () => text(raw()),
      toString: () => text(raw()),
      toJSON: () => text(raw()),
    });
  const field = ([name, raw]: readonly [string, string]): object => ({
    name,
    value: () => text(raw),
    getRawValue: () => raw,
    tryGetSubstitutedValue: () => text(raw),
    tryGetSubstituted: () => text(raw),
    toString: () => text(raw),
  });
  const unchanged = (target: object): object =>
    new Proxy(target, {
      set: (_, name) =>
        refuse(`A script does not change the request. Write \`{{${String(name)}}}\` there, and set the variable.`),
    });
  const block = {
    method: input.method,
    get url() {
      return text(box.request().url);
    },
    get body() {
      const { body } = box.request();
      return body === undefined ? undefined : text(body);
    },
    get headers() {
      const members: Record<string, string> = {};
      for (const [name, raw] of fields()) members[name.toLowerCase()] = text(raw);
      return unchanged(members);
    },
  };
  const handler = {
    method: input.method,
    url: textObject(() => box.request().url),
    body: textObject(() => box.request().body ?? ''),
    headers: {
      all: () => fields().map(field),
      findByName: (name: string) => {
        const found = fields().find(([one]) => one.toLowerCase() === String(name).toLowerCase());
        return found === undefined ? null : field(found);
      },
    },
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
        clearAll(true);
      },
      isEmpty: () => keptNames(true).length === 0,
    },
    iteration: () => input.index ?? 0,
    templateValue: () => null,
    skip: () => refuse('A script does not leave a request out. Write `# @if` with a condition in front of it.'),
    replay: () => refuse('A script does not send a request again. Write `# @until` with a condition in front of it.'),
  };
  scope.request = unchanged(input.language === 'block' ? block : handler);
}
