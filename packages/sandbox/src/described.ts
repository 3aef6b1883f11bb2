import type { Operation, OperationExample, ResponseSpec } from '@rulebook/catalogue/operation';
import { sourceName } from '@rulebook/catalogue/source-names';
import type { ServiceId } from '@rulebook/catalogue/facts';
import type { RequestNeed } from '@rulebook/checker/privileges/request-needs';
import type { DescribedResponse, UnplayedResponse, WireRequest, WireResponse } from './model';
import { valueFor } from '@rulebook/checker/resource-model/make-value';
import { answer, headerValue, type Refusal } from './wire';

/** A request that only the published description of a service knows. */
interface DescribedRequest {
  readonly operation: Operation;
  /** What contradicts the description, or the rules that hold for every request. */
  readonly refusals: readonly Refusal[];
  /** What the caller needs; absent where it is not published. */
  readonly needs?: readonly RequestNeed[] | undefined;
}

/** The published descriptions of the services, for requests that no service plays. */
export interface DescribedLayer {
  /** Returns the described operation that a request calls; undefined where no description has one. */
  read(service: ServiceId, request: WireRequest): DescribedRequest | undefined;
  /** Returns the example that the description shows of a successful response of the operation, where the operation itself has none. */
  readonly exampleOf?: (service: ServiceId, operation: Operation) => OperationExample | undefined;
}

/** The header field that says that a response is an example, and of what. */
const exampleHeader = 'X-Sandbox-Example';

/**
 * Returns what to respond to a request that a service does not play, if its description knows the operation. Only for an example the
 * request is validated: otherwise it is not played, whatever it holds.
 */
export function answerDescribed(
  layer: DescribedLayer,
  service: ServiceId,
  request: WireRequest,
): DescribedResponse | undefined {
  const found = layer.read(service, request);
  if (found === undefined) return undefined;
  const { needs = [], operation } = found;
  const isExampleAsked = /(?:^|[\s,;])(?:example|code=2\d\d)\b/i.test(headerValue(request, 'prefer') ?? '');
  return { ...answerWithout(found, layer, service, isExampleAsked), needs, title: operation.title, operation };
}

function answerWithout(
  { operation, refusals }: DescribedRequest,
  layer: DescribedLayer,
  service: ServiceId,
  isExampleAsked: boolean,
): UnplayedResponse {
  const source = sourceName(operation.provenance);
  const id = operation.id.slice(operation.id.indexOf('.') + 1);
  const what = `${operation.title.toLowerCase()}; \`${id}\` of ${source}`;
  if (!isExampleAsked) {
    const reason = `Not implemented: the sandbox does not play this operation (${what}). With the header field \`Prefer: example\`, it answers with an example of the description.`;
    return { kind: 'not-played', reason };
  }
  if (refusals.length > 0) return { kind: 'refused', operation, refusals };
  const response = exampleResponse(operation, layer.exampleOf?.(service, operation));
  if (response === undefined) {
    const reason = `Not implemented: the sandbox does not play this operation (${what}), and its description shows no successful response.`;
    return { kind: 'not-played', reason };
  }
  const mark = headerText(`${source}, ${id}${response.isMade ? ', made from the form of the response' : ''}`);
  return {
    kind: 'example',
    response: { ...response.response, headers: [...response.response.headers, [exampleHeader, mark]] },
  };
}

/** The first example of a successful response; otherwise a value that has the form of the first successful response. */
function exampleResponse(
  operation: Operation,
  further: OperationExample | undefined,
): { readonly response: WireResponse; readonly isMade: boolean } | undefined {
  const shown = [...(operation.examples ?? []), ...(further ? [further] : [])].filter(
    (example): example is OperationExample & { readonly status: number } => isSuccess(example.status),
  );
  const [example] = [...shown].sort((a, b) => a.status - b.status);
  if (example) return { response: responseOf(example.status, example.body), isMade: false };
  const [spec] = operation.responses.filter(({ status }) => isSuccess(status)).sort((a, b) => a.status - b.status);
  return spec && { response: responseOf(spec.status, bodyOfResponse(spec)), isMade: spec.shape !== undefined };
}

function bodyOfResponse({ shape }: ResponseSpec): OperationExample['body'] {
  return shape === undefined ? undefined : { value: valueFor(shape, '2026-01-01T00:00:00Z') };
}

function responseOf(status: number, body: OperationExample['body']): WireResponse {
  if (body === undefined || status === 204) return answer(status);
  return 'value' in body
    ? answer(status, body.value)
    : { status, headers: [['Content-Type', 'text/plain; charset=utf-8']], body: body.text };
}

function isSuccess(status: number | undefined): boolean {
  return status !== undefined && status >= 200 && status < 300;
}

/** What a description says of itself is someone else's text, and a header field takes one line of plain characters. */
function headerText(text: string): string {
  return text
    .replace(/[^\x20-\x7e]+/g, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
    .slice(0, 300);
}
