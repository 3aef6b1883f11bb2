/** What of a request or a response is taken. */
type ReferredPart = 'body' | 'headers' | 'cookies' | 'status' | 'statusText' | 'url' | 'method';

/** What a request variable such as `login.response.body.$.id` refers to. */
export interface RequestReference {
  readonly request: string;
  /** The value comes from the request, not from its response. */
  readonly isOfRequest: boolean;
  readonly part: ReferredPart;
  readonly path: string;
}

const form = /^([\w-]+)\.(request|response)\.(body|headers|cookies|status|statusText|url|method)(?:\.(.*)|(\[.*))?$/s;

/** Returns the name of the request to which a variable such as `login.response.body.$.id` refers; undefined for any other variable. */
export function requestOfVariable(variable: string): string | undefined {
  return referenceOf(variable.startsWith('%') ? variable.slice(1) : variable)?.request;
}

/** Returns the name of a request as httpYac has it for a word of JavaScript: `getUser` for `get-user`. */
export function wordOfRequest(name: string): string {
  return name.replace(/[-\s](\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Returns whether one of these names means a request: by its name, or by that as a word. */
export function isMeantBy(names: Pick<ReadonlySet<string>, 'has'>, name: string): boolean {
  return names.has(name) || names.has(wordOfRequest(name));
}

/** Reads the name of a request variable; undefined for any other variable. */
export function referenceOf(variable: string): RequestReference | undefined {
  const [, request, side, part, dotted, bracketed] = form.exec(variable.trim()) ?? [];
  if (request === undefined) return undefined;
  return {
    request,
    isOfRequest: side === 'request',
    part: part as ReferredPart,
    path: (dotted ?? bracketed ?? '').trim(),
  };
}
