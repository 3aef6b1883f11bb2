import { isRecord } from '@rulebook/json/is-record';
import type { Operation, ResponseSpec } from '@rulebook/catalogue/operation';
import type { Service } from '@rulebook/catalogue/service';
import type { Field, Shape } from '@rulebook/catalogue/shape';
import { fitsShape } from '@rulebook/checker/resource-model/fits-shape';
import { smallestValue } from '@rulebook/checker/resource-model/make-value';
import { itemsIn, objectIn } from '@rulebook/checker/resource-model/shapes-in';
import { responseWith } from '@rulebook/checker/resource-model/successes';
import { perObject } from '@rulebook/text/structures/memo';
import type { WireResponse } from '../model';
import { isJson, plainType } from './media-types';

/** Why a request is refused. */
export interface Refused {
  readonly status: number;
  /** One or two sentences. */
  readonly message: string;
  /** What the checker found. */
  readonly problems?: readonly string[];
  readonly headers?: WireResponse['headers'];
}

const titles: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  409: 'Conflict',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  501: 'Not Implemented',
};

/** Returns an error in the form that the description gives to this status: of the operation, otherwise the usual one of the service. */
export function refusal(
  service: Service,
  operation: Operation | undefined,
  refused: Refused,
  now: string,
): WireResponse {
  const { status, headers = [] } = refused;
  const spec = (operation && responseWith(operation, status)) ?? usualResponses(service)(status);
  const value = spec?.shape === undefined ? undefined : errorValue(spec.shape, refused, now);
  const written = spec && writtenError(spec, value, refused);
  if (written !== undefined)
    return { status, headers: [['Content-Type', written.type], ...headers], body: written.body };
  const type = spec?.mediaTypes?.find(isJson) ?? 'application/json';
  const plain = {
    message: refused.message,
    ...(refused.problems !== undefined && refused.problems.length > 0 && { errors: refused.problems }),
  };
  return {
    status,
    headers: [['Content-Type', `${type}; charset=utf-8`], ...headers],
    body: JSON.stringify(value ?? plain),
  };
}

/** Returns an error as a text, where the description has it in no other form; undefined where JSON is what is left. */
function writtenError(
  { mediaTypes = [] }: ResponseSpec,
  value: unknown,
  { message }: Refused,
): { readonly type: string; readonly body: string } | undefined {
  if (mediaTypes.length === 0 || mediaTypes.some(isJson)) return undefined;
  const text = mediaTypes.map(plainType).find((one) => /^text\/(?:plain|html)$/.test(one));
  if (text === undefined) return undefined;
  const sentence = typeof value === 'string' ? value : message;
  return { type: `${text}; charset=utf-8`, body: text === 'text/html' ? escaped(sentence) : sentence };
}

/** The sentence may repeat what was sent. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** The description of one error holds for others: services have one form of errors. */
const usualResponses = perObject((service: Service) => {
  const known = new Map<number, ResponseSpec | undefined>();
  const find = (status: number): ResponseSpec | undefined => {
    for (const operation of service.operations) {
      const spec = responseWith(operation, status);
      if (spec?.shape !== undefined && spec.status !== 0) return spec;
    }
    return undefined;
  };
  return (status: number): ResponseSpec | undefined => {
    if (!known.has(status)) known.set(status, find(status));
    return known.get(status);
  };
});

/** Returns a value of the shape of an error, with the sentence, the status and the problems where its members have names for them. */
function errorValue(shape: Shape, refused: Refused, now: string): unknown {
  const made = smallestValue(shape, now);
  if (isRecord(made)) return withReason(made, shape, refused, 0);
  return fitsShape(refused.message, shape) ? refused.message : made;
}

/** Errors are seldom nested more deeply. */
const maxDepth = 3;
/** More problems are not listed. */
const maxItems = 20;
const errorLists = /^(?:errors|problems|issues|violations)$/i;

function withReason(
  made: Readonly<Record<string, unknown>>,
  shape: Shape,
  refused: Refused,
  depth: number,
): Readonly<Record<string, unknown>> {
  const object = objectIn(shape, made);
  const value = new Map(Object.entries(made));
  for (const field of object?.fields ?? []) {
    const candidates = reasonsFor(field, refused);
    const fitting = candidates.find((candidate) => fitsShape(candidate, field.shape));
    const inner = value.get(field.name);
    const listed = fitting === undefined && errorLists.test(field.name) ? itemsIn(field.shape) : undefined;
    if (fitting !== undefined) value.set(field.name, fitting);
    else if (objectIn(listed) !== undefined && listed !== undefined && depth < maxDepth)
      value.set(field.name, errorItems(listed, refused, depth));
    else if (isRecord(inner) && depth < maxDepth)
      value.set(field.name, withReason(inner, field.shape, refused, depth + 1));
  }
  return Object.fromEntries(value);
}

/** Returns an object for each problem, otherwise one for the reason. */
function errorItems(shape: Shape, refused: Refused, depth: number): readonly unknown[] {
  const { message, problems = [] } = refused;
  const now = new Date(0).toISOString();
  return (problems.length === 0 ? [message] : problems.slice(0, maxItems)).map((one) => {
    const made = smallestValue(shape, now);
    return isRecord(made) ? withReason(made, shape, { ...refused, message: one, problems: [] }, depth + 1) : made;
  });
}

function reasonsFor({ name }: Field, { status, message, problems = [] }: Refused): readonly unknown[] {
  const title = titles[status] ?? 'Error';
  if (/^(?:status|code|status_?code|http_?status|http_?code|errcode)$/i.test(name))
    return [status, String(status), title, title.toLowerCase().replaceAll(' ', '_')];
  if (/^(?:message|detail|details|description|error_?description|error_?message|msg|reason)$/i.test(name))
    return [message, [message]];
  if (/^(?:title|error|error_?code|type)$/i.test(name)) return name === 'type' ? [] : [title];
  if (errorLists.test(name)) return problems.length === 0 ? [] : [problems];
  return [];
}
