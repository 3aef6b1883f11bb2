import type { Operation, ResponseSpec } from '@rulebook/catalogue/operation';
import type { Service } from '@rulebook/catalogue/service';
import { responseWith } from '@rulebook/checker/resource-model/successes';
import { coversType, isJson, plainType } from '../played/media-types';
import type { WireResponse } from '../model';
import type { Difference, KnownExchange } from './model';
import { shapeDifferences } from './shape-differences';

/** How a server says that it does not have an operation. */
export type Absence = Pick<NonNullable<Service['absence']>, 'status' | 'text'>;

/** Says where a response differs from its operation; or why that cannot be said, as the end of a sentence. */
export function judgeAnswer(
  exchange: KnownExchange,
  absence?: Absence,
): readonly Difference[] | { readonly unjudged: string } {
  const { operation, request, response } = exchange;
  const { status } = response;
  if (status === 501) return { unjudged: 'the service does not carry it out (501)' };
  if (status === 429) return { unjudged: 'the service asks for fewer requests (429)' };
  if (status >= 300 && status < 400 && responseWith(operation, status) === undefined)
    return { unjudged: `the response leads elsewhere (${status})` };
  if (status === 401 || status === 403) return { unjudged: `this caller may not read it (${status})` };
  const spec = responseWith(operation, status);
  // Servers have not all that is published of them, and a failure says nothing of what they have.
  if (!isOwn(operation) && isAbsent(response, absence, spec !== undefined))
    return { unjudged: `this server does not have it (${status})` };
  if (!isOwn(operation) && spec === undefined && status >= 500) return { unjudged: `the service failed (${status})` };
  if (spec === undefined && operation.responses.length === 0) return { unjudged: 'no response is described' };
  if (spec === undefined) {
    // Descriptions often leave out all errors; then an error of the caller does not differ.
    const hasErrors = operation.responses.some((one) => (one.lastStatus ?? one.status) >= 400 || one.status === 0);
    if (status >= 400 && status < 500 && !hasErrors) return { unjudged: `no error is described (${status})` };
    const known = operation.responses.map(statusText).join(', ');
    return [
      {
        ...{ kind: 'status', level: 'breaking', place: String(status), seen: String(status) },
        ...(known !== '' && { described: known }),
      },
    ];
  }
  if ([204, 205, 304].includes(status) || request.method.toUpperCase() === 'HEAD')
    return headerDifferences(spec, response);
  const found = [...headerDifferences(spec, response), ...bodyDifferences(exchange, spec)];
  // Errors of one status have more forms than a published description shows.
  return status < 400 || isOwn(operation) ? found : found.filter(({ kind }) => kind !== 'missing');
}

/** Returns whether a response says that the server does not have the operation. */
export function isAbsent({ status, body }: WireResponse, absence: Absence | undefined, isDescribed: boolean): boolean {
  if (status === 405) return !isDescribed;
  return absence !== undefined && status === absence.status && body.includes(absence.text);
}

function statusText({ status, lastStatus }: ResponseSpec): string {
  if (status === 0) return 'default';
  return lastStatus === undefined ? String(status) : `${String(status).charAt(0)}XX`;
}

function headerDifferences({ headers = [] }: ResponseSpec, response: WireResponse): readonly Difference[] {
  return headers.flatMap(({ name, required }): readonly Difference[] =>
    required !== true || fieldOf(response, name) !== undefined
      ? []
      : [
          {
            ...{ kind: 'header', level: 'breaking', described: 'always there' },
            place: `${response.status} header ${name}`,
          },
        ],
  );
}

function bodyDifferences(
  { operation, response, isPart = false }: KnownExchange,
  { shape, mediaTypes }: ResponseSpec,
): readonly Difference[] {
  const { status, body } = response;
  const type = plainType(fieldOf(response, 'content-type') ?? '');
  const types = mediaTypes ?? (shape !== undefined && isOwn(operation) ? ['application/json'] : undefined);
  // What is in front of a service answers errors in its own way.
  const isOther =
    types !== undefined && type !== '' && !types.some((one) => covers(one, type)) && (status < 400 || isJson(type));
  const typed: readonly Difference[] = isOther
    ? [
        {
          ...{ kind: 'media-type', level: 'breaking', place: `${status} media type` },
          ...{ described: types.join(', '), seen: type },
        },
      ]
    : [];
  const isDescribedAsJson = mediaTypes === undefined || mediaTypes.some(isJson);
  if (shape === undefined || !isDescribedAsJson || (isOther && !isJson(type))) return typed;
  // Another of the described types, or one that a published description leaves out.
  if (type !== '' && !isJson(type)) return typed;
  const value = jsonIn(body);
  if (value === undefined) {
    // What is in front of a service answers in its own way; what was cut off cannot be read.
    if (isPart || (status >= 400 && !isJson(type))) return typed;
    const seen = body === '' ? 'no body' : 'another text';
    return [...typed, { kind: 'body', level: 'breaking', place: `${status} $`, described: 'JSON', seen }];
  }
  const isPartlyDescribed = operation.provenance.kind !== 'described' && operation.described === undefined;
  return [
    ...typed,
    ...shapeDifferences(value, shape, { place: (path) => `${status} ${path}`, isPart, isPartlyDescribed }),
  ];
}

/** What a description of one's own leaves out is meant. */
function isOwn({ provenance }: Operation): boolean {
  return provenance.kind === 'described' && provenance.file !== undefined;
}

/** JSON of another kind, such as `application/problem+json`, is read in the same way. */
function covers(described: string, type: string): boolean {
  return coversType(plainType(described), type) || (isJson(described) && /^application\/json$/i.test(type));
}

/** Returns the value of a header field of a response. */
export function fieldOf({ headers }: Pick<WireResponse, 'headers'>, wanted: string): string | undefined {
  return headers.find(([name]) => name.toLowerCase() === wanted.toLowerCase())?.[1];
}

/** Returns the value of JSON text; undefined for another text. */
export function jsonIn(text: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
