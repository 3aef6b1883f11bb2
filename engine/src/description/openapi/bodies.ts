import type { OperationExample } from '../../catalogue/operation';
import type { CompiledBody, CompiledField, CompiledResponse, CompiledShape } from '../compiled';
import { namedExamplesAt, operationExample, schemaExampleAt } from './examples';
import { bodyKindOf } from './media-types';
import { reportUnknownMembers } from './members';
import { fieldAt, type Parameters, type Reading } from './parameters';
import { isAnyText, reportUncheckedContent, reportUncheckedTypes } from './unchecked-content';
import { furtherPlaces } from './problems';
import { childOf, isSet, memberOfObject, membersAt, textAt, textsAt, type Place } from './place';
import type { Use } from './schemas/compilation';
import { firstParagraph } from './wording';

/** A body and what the description shows as examples of it. */
export interface DescribedBody {
  readonly body?: CompiledBody;
  readonly examples: readonly OperationExample[];
}

const nothing: DescribedBody = { examples: [] };

/** Returns the body of a request since OpenAPI 3.0. */
export function requestBodyOf(operation: Place, target: string | undefined, reading: Reading): DescribedBody {
  const written = childOf(operation, 'requestBody');
  const place = written && reading.references.resolved(written);
  if (place === undefined) return nothing;
  reportUnknownMembers('request body', place, reading.dialect, reading.problems);
  const content = childOf(place, 'content');
  if (membersAt(content).length === 0) {
    reading.problems.warning('The body has no `content`, so it is not checked.', place);
    return { body: { ...(isSet(place, 'required') && { required: true }) }, examples: [] };
  }
  const { shape, lines, forms, mediaTypes, examples } = contentOf(content, 'request body', 'request', reading);
  return {
    body: {
      ...(shape !== undefined && { shape }),
      ...(isSet(place, 'required') && { required: true }),
      ...(lines.length > 0 && { lines }),
      ...(forms.length > 0 && { forms }),
      ...(!isPlainJson(mediaTypes) && { mediaTypes }),
    },
    examples: examples.map((example) => ({ ...example, ...(target !== undefined && { target }) })),
  };
}

/** Returns the body of a request in Swagger 2.0, which consists of parameters. */
export function parametersBodyOf(operation: Place, parameters: Parameters, reading: Reading): DescribedBody {
  const consumes = mediaTypesAt(operation, 'consumes', reading);
  const { body, form } = parameters;
  if (body && form.length > 0) reading.problems.error('A body and fields of a form exclude each other.', body);
  if (form.length > 0) return { body: formBodyOf(form, consumes, reading), examples: [] };
  if (body === undefined) return nothing;
  const schema = childOf(body, 'schema');
  if (schema === undefined) reading.problems.error('A parameter in the body must have a `schema`.', body);
  const isJson = consumes.length === 0 || consumes.some((type) => bodyKindOf(type) === 'json');
  reportUncheckedTypes(consumes, schema, body, reading);
  const isLines = !isJson && consumes.some((type) => bodyKindOf(type) === 'lines');
  const shape =
    schema && (isJson || isLines)
      ? reading.schemas.shapeOf(schema, { use: 'request', name: 'request body', depth: 0 })
      : undefined;
  const examples = schemaExampleAt(schema, reading.references).flatMap(
    (example) => operationExample(example, { isJson }) ?? [],
  );
  return {
    body: {
      ...(shape !== undefined && isJson && { shape }),
      ...(shape !== undefined && isLines && { lines: [shape] }),
      ...(isSet(body, 'required') && { required: true }),
      ...(consumes.length > 0 && !isPlainJson(consumes) && { mediaTypes: sortedMediaTypes(consumes) }),
    },
    examples,
  };
}

function formBodyOf(form: readonly Place[], consumes: readonly string[], reading: Reading): CompiledBody {
  const fields = form.map((place): CompiledField => fieldAt(textAt(place, 'name') ?? '', place, reading));
  const shape: CompiledShape = { type: 'object', name: 'form', fields };
  const hasFile = form.some((place) => textAt(place, 'type') === 'file');
  const named = consumes.filter((type) => ['url-encoded', 'multipart'].includes(bodyKindOf(type)));
  const usual = hasFile ? 'multipart/form-data' : 'application/x-www-form-urlencoded';
  const mediaTypes = named.length > 0 ? named : [usual];
  return {
    ...(fields.some(({ required }) => required) && { required: true }),
    forms: mediaTypes.map((type) => ({ mediaType: formTypeOf(type), shape })),
    mediaTypes,
  };
}

/** Returns the responses of an operation, and the examples that the description shows of them. */
export function responsesOf(
  operation: Place,
  reading: Reading,
  { withExamples }: { readonly withExamples: boolean },
): { readonly responses: readonly CompiledResponse[]; readonly examples: readonly OperationExample[] } {
  const responses: CompiledResponse[] = [];
  const examples: OperationExample[] = [];
  for (const entry of membersAt(childOf(operation, 'responses'))) {
    if (entry.key.startsWith('x-')) continue;
    const range = statusesOf(entry.key);
    if (range === undefined) {
      reading.problems.error('A response must be named by a status, a range such as `4XX`, or `default`.', entry);
      continue;
    }
    const place = reading.references.resolved(entry);
    if (place === undefined) continue;
    reportUnknownMembers('response', place, reading.dialect, reading.problems);
    const { shape, examples: shown } = responseContent(place, operation, reading);
    const summary = textAt(place, 'description') ?? textAt(place, 'summary') ?? '';
    responses.push({ ...range, summary: firstParagraph(summary), ...(shape !== undefined && { shape }) });
    if (withExamples && range.lastStatus === undefined)
      examples.push(...shown.map((example) => ({ ...example, status: range.status })));
    if (childOf(place, 'headers'))
      reading.problems.summary(
        'response headers',
        (count) => `Header fields of responses are not checked${furtherPlaces(count)}.`,
        place,
      );
    if (childOf(place, 'links'))
      reading.problems.summary('links', (count) => `\`links\` are not used${furtherPlaces(count)}.`, place);
  }
  return { responses, examples };
}

function responseContent(place: Place, operation: Place, reading: Reading) {
  if (reading.dialect !== 'swagger-2.0') return contentOf(childOf(place, 'content'), 'response', 'response', reading);
  const produces = mediaTypesAt(operation, 'produces', reading);
  const schema = childOf(place, 'schema');
  const isJson = produces.length === 0 || produces.some((type) => bodyKindOf(type) === 'json');
  reportUncheckedTypes(produces, schema, place, reading);
  const shape =
    schema && isJson ? reading.schemas.shapeOf(schema, { use: 'response', name: 'response', depth: 0 }) : undefined;
  const examples = membersAt(childOf(place, 'examples'))
    .filter(({ key }) => bodyKindOf(key) === 'json')
    .flatMap(({ value }) => operationExample({ key: '', value }, { isJson: true }) ?? []);
  return { ...(shape !== undefined && { shape }), examples };
}

function statusesOf(key: string): { readonly status: number; readonly lastStatus?: number } | undefined {
  if (key === 'default') return { status: 0, lastStatus: 999 };
  if (/^[1-5]\d\d$/.test(key)) return { status: Number(key) };
  const [, first] = /^([1-5])xx$/i.exec(key) ?? [];
  return first === undefined ? undefined : { status: Number(first) * 100, lastStatus: Number(first) * 100 + 99 };
}

interface Content {
  readonly shape?: CompiledShape;
  readonly lines: readonly CompiledShape[];
  readonly forms: NonNullable<CompiledBody['forms']>;
  readonly mediaTypes: readonly string[];
  readonly examples: readonly OperationExample[];
}

/** Returns what the media types of a body say. */
function contentOf(content: Place | undefined, name: string, use: Use, reading: Reading): Content {
  const shapes: CompiledShape[] = [];
  const lines: CompiledShape[] = [];
  const forms: { readonly mediaType: FormType; readonly shape: CompiledShape }[] = [];
  const examples: OperationExample[] = [];
  const entries = membersAt(content).filter(({ key }) => !key.startsWith('x-'));
  for (const entry of entries) {
    const place = reading.references.resolved(entry);
    if (place === undefined) continue;
    reportUnknownMembers('media type', place, reading.dialect, reading.problems);
    const schema = childOf(place, 'schema');
    const isStructure = use === 'response' && isVendorType(entry.key) && schema && !isAnyText(schema, reading);
    const kind = isStructure ? 'json' : bodyKindOf(entry.key);
    const item = childOf(place, 'itemSchema');
    const isShaped = kind !== 'other';
    const shape =
      schema && isShaped && !(kind === 'lines' && item)
        ? reading.schemas.shapeOf(schema, { use, name, depth: 0 })
        : undefined;
    if (kind === 'lines') {
      const line = item
        ? reading.schemas.shapeOf(item, { use, name: 'line', depth: 0 })
        : schema && reading.schemas.shapeOf(lineSchema(schema, reading), { use, name: 'line', depth: 0 });
      lines.push(line ?? { type: 'any' });
    } else if (kind === 'json') {
      shapes.push(shape ?? { type: 'any' });
    } else if (kind === 'url-encoded' || entry.key.startsWith('multipart/form-data')) {
      forms.push({ mediaType: formTypeOf(entry.key), shape: shape ?? { type: 'object', isOpen: true } });
    }
    if (!isStructure) reportUncheckedContent(place, entry.key, schema ?? item, reading);
    const shown = namedExamplesAt(place, reading.references, reading.problems);
    const isJson = kind === 'json';
    for (const example of shown.length > 0 || !isJson ? shown : schemaExampleAt(schema, reading.references)) {
      const made = operationExample(example, { isJson });
      if (made) examples.push(made);
    }
  }
  const distinct = [...new Set(shapes.map((shape) => JSON.stringify(shape)))].map(
    (json) => JSON.parse(json) as CompiledShape,
  );
  const [only] = distinct;
  return {
    ...(only !== undefined && { shape: distinct.length === 1 ? only : { type: 'choice' as const, options: distinct } }),
    lines: lines.slice(0, 1),
    forms,
    mediaTypes: sortedMediaTypes(entries.map(({ key }) => key)),
    examples,
  };
}

/** Returns whether the media type is a vendor's, without a suffix that says how values are written: only its schema shows that they are JSON. */
function isVendorType(mediaType: string): boolean {
  return /^application\/vnd\.[\w.-]+$/i.test(mediaType.trim());
}

type FormType = 'application/x-www-form-urlencoded' | 'multipart/form-data';

function formTypeOf(mediaType: string): FormType {
  return bodyKindOf(mediaType) === 'url-encoded' ? 'application/x-www-form-urlencoded' : 'multipart/form-data';
}

/** Some descriptions give the list of all lines, others one line. */
function lineSchema(schema: Place, { references }: Reading): Place {
  const target = references.resolved(schema);
  if (target === undefined || memberOfObject(target.value, 'type') !== 'array') return schema;
  return childOf(target, 'items') ?? schema;
}

function mediaTypesAt(operation: Place, key: 'consumes' | 'produces', { root }: Reading): readonly string[] {
  return childOf(operation, key) ? textsAt(operation, key) : textsAt(root, key);
}

function isPlainJson(mediaTypes: readonly string[]): boolean {
  return mediaTypes.length === 1 && mediaTypes[0]?.toLowerCase() === 'application/json';
}

/** JSON comes first. */
function sortedMediaTypes(mediaTypes: readonly string[]): readonly string[] {
  const rank = (type: string): number =>
    type.toLowerCase() === 'application/json' ? 0 : type.includes('*') ? 2 : bodyKindOf(type) === 'json' ? 1 : 2;
  return [...mediaTypes].sort((a, b) => rank(a) - rank(b));
}
