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
