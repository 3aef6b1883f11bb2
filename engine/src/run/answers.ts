import { valueAtPath } from './json-path';
import type { PreparedRequest, ReceivedResponse } from './plan';
import { secretsOfRequest, secretsOfResponse } from './request-secrets';

/** Responses of named requests, from which later requests take values: `{{login.response.body.$.id}}`. */
export interface Answers {
  /** Keeps the response of a named request, and the request itself. A later response replaces it. */
  readonly keep: (name: string, response: ReceivedResponse, request?: PreparedRequest) => void;
  /** Returns the value of a request variable as literal text: placeholders in a response are not filled in. */
  readonly resolve: (variable: string) => string | undefined;
  /** Returns the secrets in the responses that the variables refer to, so that they can be masked. */
  readonly secretsFor: (variables: readonly string[]) => readonly string[];
  /** Returns why a request variable has no value; undefined for any other variable. */
  readonly explain: (variable: string) => string | undefined;
}

interface Reference {
  readonly request: string;
  /** The value comes from the request, not from its response. */
  readonly isOfRequest: boolean;
  readonly part: 'body' | 'headers';
  readonly path: string;
}

interface Exchange {
  readonly response: ReceivedResponse;
  /** Absent where the sender did not keep it. */
  readonly request?: PreparedRequest | undefined;
}

const form = /^([\w-]+)\.(request|response)\.(body|headers)(?:\.(.*)|(\[.*))?$/s;
/** The number of responses that are kept, so that a long run does not fill the memory. */
const kept = 200;

/** Returns an empty collection of responses. */
export function createAnswers(): Answers {
  const answers = new Map<string, Exchange>();
  return {
    keep: (name, response, request) => {
      answers.delete(name);
      answers.set(name, { response, request });
      if (answers.size <= kept) return;
      const [oldest] = answers.keys();
      if (oldest !== undefined) answers.delete(oldest);
    },
    resolve: (variable) => {
      const reference = referenceOf(variable);
      const answer = reference && answers.get(reference.request);
      return answer && valueIn(answer, reference);
    },
    secretsFor: (variables) => {
      const names = new Set(variables.flatMap((variable) => referenceOf(variable)?.request ?? []));
      return [...names].flatMap((name) => {
        const answer = answers.get(name);
        if (answer === undefined) return [];
        const sent = answer.request === undefined ? [] : secretsOfRequest(answer.request);
        return [...secretsOfResponse(answer.response), ...sent];
      });
    },
    explain: (variable) => {
      const reference = referenceOf(variable);
      if (reference === undefined) return undefined;
      return answers.has(reference.request)
        ? `the ${reference.isOfRequest ? 'request' : 'response of'} ${reference.request} has no value at ${reference.part} ${reference.path || '*'}`
        : `send the request named ${reference.request} first`;
    },
  };
}

/** Returns the names of the requests whose responses a text refers to. */
export function requestsReferredTo(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(/\{\{\s*(?:%\s*)?([\w-]+)\.(?:request|response)\./g)].map(([, name]) => name ?? ''));
}

/** Returns the name of the request to which a variable such as `login.response.body.$.id` refers; undefined for any other variable. */
export function requestOfVariable(variable: string): string | undefined {
  return referenceOf(variable.startsWith('%') ? variable.slice(1) : variable)?.request;
}

function referenceOf(variable: string): Reference | undefined {
  const [, request, side, part, dotted, bracketed] = form.exec(variable.trim()) ?? [];
  if (request === undefined || (part !== 'body' && part !== 'headers')) return undefined;
  return { request, isOfRequest: side === 'request', part, path: (dotted ?? bracketed ?? '').trim() };
}

function valueIn({ request, response }: Exchange, { isOfRequest, part, path }: Reference): string | undefined {
  const headers = isOfRequest ? request?.headers : response.headers;
  if (part === 'headers') return headers?.find(([name]) => name.toLowerCase() === path.toLowerCase())?.[1];
  const body = isOfRequest ? textOfBody(request) : response.body;
  if (body === undefined) return undefined;
  return path === '' || path === '*' ? body : valueAtPath(body, path.replace(/^asJson\./, ''));
}

/** Returns the text of a body; undefined for a body with bytes of a file. */
function textOfBody(request: PreparedRequest | undefined): string | undefined {
  const pieces = typeof request?.body === 'string' ? [request.body] : request?.body;
  const texts = pieces?.filter((piece) => typeof piece === 'string');
  return texts?.length === pieces?.length ? texts?.join('') : undefined;
}
