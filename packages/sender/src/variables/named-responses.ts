import { referenceOf, wordOfRequest, type RequestReference } from '../plan/request-reference';
import { valueAtPath } from '@rulebook/json/select-nodes';
import type { PrivateUse } from '../private/private-sources';
import type { PreparedRequest } from '../plan/prepared-request';
import type { ReceivedResponse } from '../plan/response';
import type { TakenValue } from '../plan/plan';
import { createKeptValues, isKeepable, type KeptValues } from './kept-values';
import { ownReferenceOf, takenParts } from '../plan/taken-values';
import type { Resolve } from './system-variables';
import { createXmlSelector, markupKindOf, xpathProblem } from '@rulebook/xml/select-xml';
import { secretsOfRequest, secretsOfResponse } from '../plan/request-secrets';

/** Responses of named requests, from which later requests take values: `{{login.response.body.$.id}}`. */
export interface NamedResponses {
  /** Keeps the response of a named request, and the request itself. A later response replaces it. */
  readonly keep: (
    name: string,
    response: ReceivedResponse,
    request?: PreparedRequest,
    time?: number,
    uses?: readonly PrivateUse[],
  ) => void;
  /** Keeps what definitions behind a request take from its response, for the requests that use them. A later response replaces it. */
  readonly take: (values: readonly TakenValue[], response: ReceivedResponse, request: PreparedRequest) => void;
  /** Notes that a named request was not sent, so that what depends on it is not sent either until it has a response. */
  readonly refuse: (name: string) => void;
  /** Returns the first of the requests that was not sent, and has no response. */
  readonly refusedOf: (names: readonly string[]) => string | undefined;
  /** What scripts have kept; it counts before everything else. */
  readonly kept: KeptValues;
  /** Returns the private values in the requests that the variables refer to: a value does not become public because it was sent. */
  readonly usesFor: (variables: readonly string[]) => readonly PrivateUse[];
  /** Returns the private values that scripts have read before: what is sent from then on may show them. */
  readonly carried: () => readonly PrivateUse[];
  /** Returns the value of a request variable as literal text: placeholders in a response are not filled in. */
  readonly resolve: (variable: string) => string | undefined;
  /** Returns the secrets in the responses that the variables refer to, so that they can be masked. */
  readonly secretsFor: (variables: readonly string[]) => readonly string[];
  /** Returns the given secrets and those that were given before: a later response may repeat what an earlier request sent. */
  readonly withEarlierSecrets: (secrets: readonly string[]) => readonly string[];
  /** Returns from which request that was sent a variable takes its value, and when its response was received; undefined where none is kept. */
  readonly sourceOf: (variable: string) => ResponseSource | undefined;
  /** Returns why a request variable has no value; undefined for any other variable. */
  readonly explain: (variable: string) => string | undefined;
}

/** Returns the same collection, in which values that are kept for one request count first. */
export function withOwnValues(answers: NamedResponses, own: KeptValues): NamedResponses {
  return {
    ...answers,
    resolve: (variable) => own.resolve(variable) ?? answers.resolve(variable),
    usesFor: (variables) => variables.flatMap((variable) => own.valueOf(variable)?.uses ?? answers.usesFor([variable])),
    secretsFor: (variables) => [
      ...variables.flatMap((variable) => {
        const value = own.valueOf(variable);
        return value?.isSecret === true ? [own.resolve(variable) ?? value.text] : [];
      }),
      ...answers.secretsFor(variables),
    ],
  };
}

/** Returns the same collection, in which values that scripts of other files have kept count last: where nothing else gives the variable a value. */
export function withSharedValues(answers: NamedResponses, shared: KeptValues, resolve: Resolve): NamedResponses {
  let isConsulted = false;
  const isFree = (variable: string) => {
    if (!/^\$global\./.test(variable.trim()) && !isKeepable(variable)) return false;
    const free = answers.resolve(variable) === undefined && resolve(variable.split(/[.[]/, 1)[0] ?? '') === undefined;
    // Also what is not there was up to those scripts.
    isConsulted ||= free;
    return free;
  };
  const valueOf = (variable: string) => (isFree(variable) ? shared.valueOf(variable) : undefined);
  return {
    ...answers,
    carried: () => [...answers.carried(), ...(isConsulted ? answers.kept.carriedElsewhere() : [])],
    resolve: (variable) => answers.resolve(variable) ?? (isFree(variable) ? shared.resolve(variable) : undefined),
    usesFor: (variables) => variables.flatMap((variable) => valueOf(variable)?.uses ?? answers.usesFor([variable])),
    secretsFor: (variables) => [
      ...variables.flatMap((variable) => {
        const value = valueOf(variable);
        return value?.isSecret === true ? [shared.resolve(variable) ?? value.text] : [];
      }),
      ...answers.secretsFor(variables),
    ],
  };
}

/** The request that a value comes from. */
interface ResponseSource {
  readonly request: string;
  /** The value comes from the request, not from its response. */
  readonly isOfRequest: boolean;
  /** In milliseconds; absent where the sender did not say it. */
  readonly time?: number | undefined;
}

interface Exchange {
  readonly response: ReceivedResponse;
  /** Absent where the sender did not keep it. */
  readonly request?: PreparedRequest | undefined;
  readonly time?: number | undefined;
  /** The private values in the request. */
  readonly uses: readonly PrivateUse[];
}

/** What a definition has taken from a response. */
interface Taken {
  /** Absent where the response has none. */
  readonly value: string | undefined;
  readonly secrets: readonly string[];
}

/** httpYac has the body of a response under the name of its request. */
const member = /^([\w-]+)\.((?!(?:request|response)(?:[.[]|$))[A-Za-z_$].*)$/s;
/** The number of responses that are kept, so that a long run does not fill the memory. */
const kept = 200;

/** The number of secrets that are masked in later responses; each costs time in every one of them. */
const maxSecrets = 500;

/** Returns an empty collection of responses, with what scripts have kept, which several collections may share. */
export function createNamedResponses(scripted = createKeptValues()): NamedResponses {
  const answers = new Map<string, Exchange>();
  /** The names of requests by those that httpYac has for them as words of JavaScript: `getUser` of `get-user`. */
  const inWords = new Map<string, string>();
  const earlier = new Set<string>();
  const refused = new Set<string>();
  const taken = new Map<string, Taken>();
  /** The same list for the same secrets: masks are made once for each list. */
  let known: readonly string[] = [];
  /** Returns the name under which a request is known, by this name or word. */
  const nameOf = (written: string) =>
    answers.has(written) || refused.has(written) ? written : (inWords.get(written) ?? written);
  return {
    kept: scripted,
    refuse: (name) => {
      refused.add(name);
      inWords.set(wordOfRequest(name), name);
    },
    refusedOf: (names) => names.map(nameOf).find((name) => refused.has(name) && !answers.has(name)),
    carried: scripted.carried,
    withEarlierSecrets: (secrets) => {
      if (secrets.length === 0 && earlier.size === 0) return known;
      for (const secret of secrets) {
        // The newest ones stay.
        earlier.delete(secret);
        earlier.add(secret);
      }
      for (const oldest of earlier) {
        if (earlier.size <= maxSecrets) break;
        earlier.delete(oldest);
      }
      const all = [...new Set([...secrets, ...earlier])];
      if (all.length !== known.length || all.some((secret, index) => secret !== known[index])) known = all;
      return known;
    },
    keep: (name, response, request, time, uses = []) => {
      refused.delete(name);
      inWords.set(wordOfRequest(name), name);
      answers.delete(name);
      answers.set(name, { response, request, time, uses });
      if (answers.size <= kept) return;
      const [oldest] = answers.keys();
      if (oldest !== undefined) answers.delete(oldest);
    },
    take: (values, response, request) => {
      for (const { variable, path } of values) {
        const reference = ownReferenceOf(path);
        const value = reference && valueIn({ response, request, uses: [] }, reference);
        const secrets = [...secretsOfResponse(response), ...secretsOfRequest(request)];
        taken.delete(variable);
        taken.set(variable, { value, secrets });
        const [oldest] = taken.keys();
        if (taken.size > kept && oldest !== undefined) taken.delete(oldest);
      }
    },
    resolve: (variable) => {
      const ofScript = scripted.resolve(variable) ?? taken.get(variable.trim())?.value;
      if (ofScript !== undefined) return ofScript;
      const reference = referenceOf(variable);
      const answer = reference && answers.get(reference.request);
      if (reference !== undefined) return answer && valueIn(answer, reference);
      const [, request = '', path = ''] = member.exec(variable.trim()) ?? [];
      const body = answers.get(nameOf(request))?.response.body;
      return body === undefined ? undefined : valueAtPath(body, pathOf(path));
    },
    usesFor: (variables) =>
      variables.flatMap((variable) => {
        const ofScript = scripted.valueOf(variable);
        if (ofScript !== undefined) return ofScript.uses;
        const reference = referenceOf(variable);
        return reference?.isOfRequest ? (answers.get(reference.request)?.uses ?? []) : [];
      }),
    secretsFor: (variables) => {
      if (variables.length === 0) return [];
      const names = new Set(
        variables.map((variable) => referenceOf(variable)?.request ?? nameOf(variable.split('.', 1)[0] ?? '')),
      );
      const ofScripts = variables.flatMap((variable) => {
        const value = scripted.valueOf(variable);
        return value?.isSecret === true ? [scripted.resolve(variable) ?? value.text] : [];
      });
      const ofTaken = variables.flatMap((variable) => taken.get(variable.trim())?.secrets ?? []);
      const ofResponses = [...names].flatMap((name) => {
        const answer = answers.get(name);
        if (answer === undefined) return [];
        const sent = answer.request === undefined ? [] : secretsOfRequest(answer.request);
        return [...secretsOfResponse(answer.response), ...sent];
      });
      return [...ofScripts, ...ofTaken, ...ofResponses];
    },
    sourceOf: (variable) => {
      const reference = referenceOf(variable);
      const request = nameOf(reference?.request ?? member.exec(variable.trim())?.[1] ?? '');
      const answer = answers.get(request);
      return answer && { request, isOfRequest: reference?.isOfRequest === true, time: answer.time };
    },
    explain: (variable) => {
      const own = takenParts(variable);
      if (own !== undefined)
        return taken.has(variable.trim())
          ? `the response of the request above the line @${own.name} has no value at ${own.path}`
          : `send the request above the line @${own.name} first`;
      const reference = referenceOf(variable);
      if (reference === undefined) return undefined;
      const xpath = reference.part === 'body' ? xpathOf(reference.path) : undefined;
      const problem = xpath === undefined ? undefined : xpathProblem(xpath);
      if (problem !== undefined)
        return `the XPath of ${reference.request} cannot be read; ${problem.charAt(0).toLowerCase()}${problem.slice(1, -1)}`;
      return answers.has(reference.request)
        ? `the ${reference.isOfRequest ? 'request' : 'response of'} ${reference.request} has no value at ${reference.part} ${reference.path || '*'}`
        : `send the request named ${reference.request} first`;
    },
  };
}

/** Returns the names of the requests whose responses a text refers to. */
export function requestsReferredTo(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(/\{\{\s*(?:%\s*)?([\w-]+)[.[]/g)].map(([, name]) => name ?? ''));
}

function valueIn({ request, response }: Exchange, { isOfRequest, part, path }: RequestReference): string | undefined {
  const headers = isOfRequest ? request?.headers : response.headers;
  switch (part) {
    case 'headers':
      return headerAt(headers ?? [], path);
    case 'cookies':
      return isOfRequest ? undefined : cookieAt(response.headers, path);
    case 'status':
      return isOfRequest || path !== '' ? undefined : String(response.status);
    case 'statusText':
      return isOfRequest || path !== '' ? undefined : response.statusText;
    case 'url':
      return isOfRequest && path === '' ? request?.url : undefined;
    case 'method':
      return isOfRequest && path === '' ? request?.method : undefined;
    case 'body':
      break;
  }
  const body = isOfRequest ? textOfBody(request) : response.body;
  if (body === undefined) return undefined;
  if (path === '' || path === '*') return body;
  const xpath = xpathOf(path);
  return xpath === undefined ? valueAtPath(body, pathOf(path)) : valueAtXpath(body, headers ?? [], xpath);
}

/** Returns the XPath that a path is: it begins with `/`, or behind the word of Kulala. */
function xpathOf(path: string): string | undefined {
  return path.startsWith('/') ? path : /^asXml\.(.+)$/s.exec(path)?.[1];
}

/** Returns the text of the first node at an XPath, or the value of another one. */
function valueAtXpath(body: string, headers: Headers, xpath: string): string | undefined {
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  const found = createXmlSelector(body, markupKindOf(type, body))(xpath);
  if ('problem' in found) return undefined;
  return found.kind === 'nodes' ? found.texts[0] : String(found.value);
}

type Headers = ReceivedResponse['headers'];

/** Returns a field by its name, as `Date` or `['Date']`, and of several with this name the one at the index: `Set-Cookie[1]`. */
function headerAt(headers: Headers, path: string): string | undefined {
  const [, written = path, index = '0'] = /^(.*?)\[(\d{1,4})\]$/s.exec(path) ?? [];
  const [, , wanted = written] = /^\[(["'])(.*)\1\]$/s.exec(written) ?? [];
  const values = headers.filter(([name]) => name.toLowerCase() === wanted.trim().toLowerCase());
  return values[Number(index)]?.[1];
}

/** Returns the value of a cookie that a response sets; Kulala writes `.value` behind its name. */
function cookieAt(headers: Headers, path: string): string | undefined {
  const wanted = path.replace(/\.value$/, '');
  for (const [name, value] of headers) {
    if (name.toLowerCase() !== 'set-cookie') continue;
    const [pair = ''] = value.split(';', 1);
    const equals = pair.indexOf('=');
    if (equals > 0 && pair.slice(0, equals).trim() === wanted) return pair.slice(equals + 1).trim();
  }
  return undefined;
}

/** Returns a path with the `$` that other tools leave out. */
function pathOf(path: string): string {
  const plain = path.replace(/^asJson\./, '');
  return plain.startsWith('$') ? plain : plain.startsWith('[') ? `$${plain}` : `$.${plain}`;
}

/** Returns the text of a body; undefined for a body with bytes of a file. */
function textOfBody(request: PreparedRequest | undefined): string | undefined {
  const pieces = typeof request?.body === 'string' ? [request.body] : request?.body;
  const texts = pieces?.filter((piece) => typeof piece === 'string');
  return texts?.length === pieces?.length ? texts?.join('') : undefined;
}
