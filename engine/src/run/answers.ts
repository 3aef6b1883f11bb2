import { secretsIn } from './describe-response';
import { valueAtPath } from './json-path';
import type { ReceivedResponse } from './plan';

/** Answers of named requests, from which later requests take values: `{{login.response.body.$.id}}`. */
export interface Answers {
  /** Keeps the answer of a named request; a later one replaces it. */
  readonly note: (name: string, response: ReceivedResponse) => void;
  /** Returns what a request variable stands for, as literal text: nothing in an answer is filled in further. */
  readonly resolve: (variable: string) => string | undefined;
  /** Returns the secrets in the answers that the variables refer to, so that they can be masked. */
  readonly secretsFor: (variables: readonly string[]) => readonly string[];
  /** Says why a variable has no value when it is a request variable. */
  readonly explain: (variable: string) => string | undefined;
}

interface Reference {
  readonly request: string;
  readonly part: 'body' | 'headers';
  readonly path: string;
}

const form = /^([\w-]+)\.response\.(body|headers)(?:\.(.*)|(\[.*))?$/s;
/** The answers that are kept; a long run does not hold them all. */
const kept = 200;

/** Returns an empty collection of answers. */
export function createAnswers(): Answers {
  const answers = new Map<string, ReceivedResponse>();
  return {
    note: (name, response) => {
      answers.delete(name);
      answers.set(name, response);
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
        return answer === undefined ? [] : secretsIn(answer).map(({ value }) => value);
      });
    },
    explain: (variable) => {
      const reference = referenceOf(variable);
      if (reference === undefined) return undefined;
      return answers.has(reference.request)
        ? `the answer of ${reference.request} has nothing at ${reference.part} ${reference.path || '*'}`
        : `send the request named ${reference.request} first`;
    },
  };
}

/** Returns the names of the requests whose answers a text refers to. */
export function requestsReferredTo(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(/\{\{\s*(?:%\s*)?([\w-]+)\.response\./g)].map(([, name]) => name ?? ''));
}

function referenceOf(variable: string): Reference | undefined {
  const [, request, part, dotted, bracketed] = form.exec(variable.trim()) ?? [];
  if (request === undefined || (part !== 'body' && part !== 'headers')) return undefined;
  return { request, part, path: (dotted ?? bracketed ?? '').trim() };
}

function valueIn({ headers, body }: ReceivedResponse, { part, path }: Reference): string | undefined {
  if (part === 'headers') {
    return headers.find(([name]) => name.toLowerCase() === path.toLowerCase())?.[1];
  }
  return path === '' || path === '*' ? body : valueAtPath(body, path.replace(/^asJson\./, ''));
}
