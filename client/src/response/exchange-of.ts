import type { WrittenFiles } from '@rulebook/sender/ports';
import type * as vscode from 'vscode';
import type { Endpoint } from '@rulebook/engine';
import { redact } from '@rulebook/catalogue/masking';
import {
  pagesOf,
  secretsOfResponse,
  type PreparedRequest,
  type ReceivedResponse,
  type RequestPlan,
  type WireRecord,
} from '@rulebook/sender/plan';
import { dumped } from '@rulebook/sender/response';
import type { LogLine } from '@rulebook/sender/scripts';
import type { AssertResult } from '@rulebook/sender/asserts';
import { definitionsIn } from '@rulebook/request-file/syntax';
import type { AnswerParams } from '../../../server/src/protocol';
import { denialOf } from '@rulebook/sender/outcome';
import type { CollectedBody } from './collect-body';
import type { Exchange } from './kept-responses';
import { longestShown } from './render-response';
import { writtenNotes } from './written-notes';
import { requestsInDocument } from '../editing/request-text';
import type { UsedEnvironment } from '../configuration/used-environment';

/** A request and its response as they are, for the view. */
export interface AnsweredRequest {
  readonly plan: RequestPlan;
  readonly request: PreparedRequest;
  readonly response: ReceivedResponse;
  readonly wire: WireRecord | undefined;
  /** The secrets of the request, and of the cookies that came with the response. */
  readonly secrets: readonly string[];
  readonly endpoint: Endpoint | undefined;
  /** The name of the endpoint that the user picked for this time. */
  readonly picked?: string | undefined;
  readonly document: vscode.TextDocument;
  readonly line: number;
  /** The version of the document that was sent. */
  readonly version: number;
  /** The body as received, as far as it was kept. */
  readonly body: CollectedBody;
  readonly asserts: readonly AssertResult[];
  /** The log of its scripts, without secrets. */
  readonly log?: readonly LogLine[] | undefined;
  readonly environment: UsedEnvironment;
  readonly time: number;
  /** The files that the request named for its response. */
  readonly written?: WrittenFiles | undefined;
}

/** Returns the exchange without what must not be kept: values of the request that was sent. */
export function exchangeOf({
  plan,
  request,
  response,
  wire,
  secrets,
  endpoint,
  picked,
  document,
  line,
  version = document.version,
  body,
  asserts,
  log = [],
  written,
  environment,
  time,
}: AnsweredRequest): Exchange {
  const masked = (text: string) => redact(text, secrets);
  const denial = denialOf(plan, response);
  const { bytes: _bytes, ...rest } = body.file === undefined ? response : beginningOf(response);
  return {
    label: masked(plan.label),
    plan,
    sent: {
      method: request.method,
      url: masked(request.url),
      headers: (wire?.headers ?? request.headers).map(([name, value]) => {
        // Also by its name: the value of `Authorization` may be unknown.
        const field = masked(`${name}: ${value}`);
        return [name, field.slice(field.indexOf(':') + 2)] as const;
      }),
      ...(wire && { wire: { method: wire.method, sent: wire.sent, received: wire.received } }),
    },
    secrets,
    ...environment,
    time,
    ...(body.file !== undefined && { isInFile: true as const }),
    ...(body.arrivals && { arrivals: body.arrivals }),
    ...(asserts.length > 0 && { asserts }),
    ...(log.length > 0 && { log: log.map(({ text }) => text) }),
    ...(written && { written: writtenNotes(written, secrets) }),
    ...(denial.length > 0 && {
      denial: denial.map((text) => redact(text, [...secrets, ...secretsOfResponse(response)])),
    }),
    // Of a binary body, the first bytes are shown.
    response: response.binary === undefined ? rest : { ...rest, bytes: body.bytes.slice(0, dumped) },
    ...(endpoint && { endpoint: endpoint.name }),
    ...(picked !== undefined && { picked }),
    pages: pagesOf({ plan, url: request.url, baseUrl: endpoint?.baseUrl, response }),
    source: { uri: document.uri.toString(), line, version },
    definitions: definitionsIn(requestsInDocument(document)),
  };
}

/** Returns a response with the beginning of its body, which does not hold the rest in memory. */
function beginningOf(response: ReceivedResponse): ReceivedResponse {
  const start = new TextEncoder().encode(response.body.slice(0, longestShown.inFile));
  return { ...response, body: new TextDecoder().decode(start), isTruncated: true };
}

/** Returns what the server needs to know of a response to check it; undefined where it knows no operation. */
export function announcementOf({ plan, source, endpoint }: Exchange, uri: vscode.Uri): AnswerParams | undefined {
  if (plan.operation === undefined) return undefined;
  return {
    uri: uri.toString(),
    operation: plan.operation,
    source: source.uri,
    ...(endpoint !== undefined && { endpoint }),
  };
}
