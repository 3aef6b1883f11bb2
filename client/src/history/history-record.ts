import { isSecretName, mask, redact } from '@rulebook/catalogue/masking';
import {
  maskRequest,
  requestText,
  secretsOfResponse,
  type MaskedRequest,
  type PreparedRequest,
  type ReceivedResponse,
  type RequestPlan,
  type TransportFailure,
} from '@rulebook/sender/plan';
import { denialOf } from '@rulebook/sender/outcome';
import { maskResponse } from '@rulebook/sender/response';
import { pathOfTarget } from '../editing/locate-request';

/** One sent request with its response. Everything in it is masked, because it is written to the disk. */
export interface HistoryRecord {
  readonly format: 1;
  /** When the response was complete, in milliseconds since 1970. */
  readonly time: number;
  readonly label: string;
  readonly method: string;
  /** As written: variables by name, and without the query. */
  readonly path: string;
  /** The name of the endpoint that responded. */
  readonly endpoint?: string;
  readonly operation?: string;
  /** The environment whose variables the request used. */
  readonly environment?: string;
  /** The environment or the endpoint is protected. */
  readonly isProtected?: true;
  /** Where the request was when it was sent. */
  readonly source: { readonly uri: string; readonly line: number };
  /** The request as the text of a request file. */
  readonly written: string;
  readonly request: MaskedRequest;
  /** Its status is 0 where there was none. */
  readonly response: Omit<ReceivedResponse, 'bytes'>;
  /** Why there is no response. */
  readonly failure?: { readonly kind: TransportFailure['kind']; readonly message: string };
  /** Which rights the refused request lacked, in sentences. */
  readonly denial?: readonly string[];
  /** Of the response, only the status is known. */
  readonly isBrief?: true;
}

/** What was sent, and what was received. */
interface RecordedSend {
  readonly plan: RequestPlan;
  readonly request: PreparedRequest;
  /** What was received, or why nothing was. */
  readonly outcome: { readonly response: ReceivedResponse } | { readonly failure: TransportFailure };
  /** The secrets of both. */
  readonly secrets: readonly string[];
  readonly endpoint: string | undefined;
  readonly environment?: string;
  readonly isProtected?: true;
  readonly source: HistoryRecord['source'];
  /** The variables that the file of the request defines. */
  readonly definitions: ReadonlyMap<string, string>;
  readonly time: number;
}

/** In UTF-16 code units: more of a text is not kept. */
const longest = 256 * 1024;

/** Earlier versions, which know no failures, show its status. */
const noResponse: ReceivedResponse = {
  ...{ httpVersion: '1.1', status: 0, statusText: '', headers: [], body: '' },
  ...{ isTruncated: false, size: 0, duration: 0 },
};

/** Returns what the history keeps of a send: both sides with their secrets masked, and the beginning of long bodies. */
export function historyRecordOf(sent: RecordedSend): HistoryRecord {
  const { plan, outcome, endpoint, environment, isProtected, source, time } = sent;
  const response = 'response' in outcome ? outcome.response : noResponse;
  const secrets = [...new Set([...sent.secrets, ...secretsOfResponse(response)])];
  const shown = maskResponse(response, secrets);
  const definitions = new Map([...sent.definitions].map(([name, value]) => [name, shownDefinition(name, value)]));
  const denial = 'response' in outcome ? denialOf(plan, response) : [];
  const request = maskRequest(sent.request, secrets);
  return {
    format: 1,
    time,
    label: redact(plan.label, secrets),
    method: plan.method,
    path: redact(pathOfTarget(plan.target), secrets),
    ...(endpoint !== undefined && { endpoint }),
    ...(plan.operation !== undefined && { operation: plan.operation }),
    ...(environment !== undefined && { environment }),
    ...(isProtected && { isProtected }),
    source,
    written: cut(requestText(plan, { secrets, definitions })),
    request: { ...request, ...(request.body !== undefined && { body: cut(request.body) }) },
    ...('failure' in outcome && {
      failure: { kind: outcome.failure.kind, message: redact(outcome.failure.message, secrets) },
    }),
    ...(denial.length > 0 && { denial: denial.map((text) => redact(text, secrets)) }),
    // A part of a secret would not be recognised, so the body is masked as a whole and then cut.
    response: { ...shown, body: cut(shown.body), isTruncated: shown.isTruncated || shown.body.length > longest },
  };
}

/** Returns the path and query that were sent, with secrets masked. */
export function sentPath({ request, path }: Pick<HistoryRecord, 'request' | 'path'>): string {
  return /^[a-z]+:\/\/[^/?#]*([/?][^#]*)/i.exec(request.url)?.[1] ?? path;
}

/** Returns the host that was sent to; undefined where it is not known. */
export function sentHost({ request }: Pick<HistoryRecord, 'request'>): string | undefined {
  return /^[a-z]+:\/\/(?:[^/?#@]*@)?([^/?#]+)/i.exec(request.url)?.[1];
}

/** The value of the environment may have been used in place of this one, which is then not among the secrets. */
function shownDefinition(name: string, value: string): string {
  return isSecretName(name) && !/^\s*(?:\{\{[^{}]*\}\}\s*)*$/.test(value) ? mask : value;
}

function cut(text: string): string {
  return text.length > longest ? text.slice(0, longest) : text;
}

/** Returns the record in a file, or why there is none. */
export function readRecord(text: string): HistoryRecord | 'newer' | 'unreadable' {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'unreadable';
  }
  if (!isObject(value) || typeof value.format !== 'number') return 'unreadable';
  if (value.format > 1) return 'newer';
  return isHistoryRecord(value) ? value : 'unreadable';
}

type Members = Readonly<Record<string, unknown>>;

function isHistoryRecord(value: Members): value is Members & HistoryRecord {
  const { source, request, response } = value;
  return (
    hasStrings(value, ['label', 'method', 'path', 'written']) &&
    hasNumbers(value, ['time']) &&
    isObject(source) &&
    hasStrings(source, ['uri']) &&
    hasNumbers(source, ['line']) &&
    isObject(request) &&
    hasStrings(request, ['method', 'url']) &&
    isFields(request.headers) &&
    ['string', 'undefined'].includes(typeof request.body) &&
    isObject(response) &&
    hasStrings(response, ['httpVersion', 'statusText', 'body']) &&
    hasNumbers(response, ['status', 'size', 'duration']) &&
    isFields(response.headers) &&
    (response.redirects === undefined || Array.isArray(response.redirects)) &&
    (response.retries === undefined || Array.isArray(response.retries)) &&
    ['string', 'undefined'].includes(typeof value.environment) &&
    (value.denial === undefined || isTexts(value.denial)) &&
    (value.failure === undefined || (isObject(value.failure) && hasStrings(value.failure, ['kind', 'message'])))
  );
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function hasStrings(value: Members, names: readonly string[]): boolean {
  return names.every((name) => typeof value[name] === 'string');
}

function hasNumbers(value: Members, names: readonly string[]): boolean {
  return names.every((name) => Number.isFinite(value[name]));
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function isFields(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every((field) => Array.isArray(field) && field.length === 2 && field.every((one) => typeof one === 'string'))
  );
}
