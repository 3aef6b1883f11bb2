import type { FormBody, OperationExample, ResponseLink } from '@rulebook/catalogue/operation';
import type { WrittenForm } from '@rulebook/catalogue/written-parameter';
import { isJson as isJsonText } from '@rulebook/text/is-json';
import { choiceOf } from '../choice';
import {
  anything,
  unlessEmpty,
  type CompiledBody,
  type CompiledCallback,
  type CompiledField,
  type CompiledResponse,
  type CompiledShape,
} from '../compiled';
import { namedExamplesAt, operationExamples, schemaExampleAt } from './examples';
import { bodyKindOf } from './media-types';
import { reportUnknownMembers } from './members';
import { writtenFormAt } from './parameter-forms';
import { fieldAt, type Parameters } from './parameters';
import { childOf, isSet, memberOfObject, membersAt, textAt, textsAt, type Place } from './place';
import type { Reading, Use } from './reading';
import { isAnyText, reportUncheckedContent, reportUncheckedTypes } from './unchecked-content';
import { firstParagraph } from './wording';
import { xmlFormAt } from './xml-form';

/** A body and what the description shows as examples of it. */
interface DescribedBody {
  readonly body?: CompiledBody;
  readonly examples: readonly OperationExample[];
}

const nothing: DescribedBody = { examples: [] };

/** Returns the body of a request since OpenAPI 3.0. */
export function requestBodyOf(operation: Place, target: string | undefined, reading: Reading): DescribedBody {
  const written = childOf(operation, 'requestBody');
  const place = written && reading.references.resolved(written);
  if (place === undefined) return nothing;
  reportUnknownMembers('request body', place, reading);
  const required = isSet(place, 'required') || undefined;
  const content = childOf(place, 'content');
  if (membersAt(content).length === 0) {
    reading.problems.warning('The body has no `content`, so it is not checked.', place);
    return { body: { required }, examples: [] };
  }
  const { examples, ...body } = contentOf(content, 'request body', 'request', reading);
  return {
    body: { ...body, required },
    examples: examples.map((example) => ({ ...example, target })),
  };
}

/** Returns the body of a request in Swagger 2.0, which consists of parameters. */
export function parametersBodyOf(operation: Place, { body, form }: Parameters, reading: Reading): DescribedBody {
  const consumes = mediaTypesAt(operation, 'consumes', reading);
  if (body && form.length > 0) reading.problems.error('A body and fields of a form exclude each other.', body);
  if (form.length > 0) return { body: formBodyOf(form, consumes, reading), examples: [] };
  if (body === undefined) return nothing;
  const schema = childOf(body, 'schema');
  if (schema === undefined) reading.problems.error('A parameter in the body must have a `schema`.', body);
  const { isJson, shape, lines } = schemaContentOf(body, consumes, 'request body', 'request', reading);
  const plain = consumes.find(isPlainText);
  const text = plain === undefined ? undefined : textField(schema, plain, reading);
  return {
    body: { shape, lines, text, required: isSet(body, 'required') || undefined, mediaTypes: furtherTypes(consumes) },
    examples: operationExamples(schemaExampleAt(schema, reading), { isJson }),
  };
}

function formBodyOf(form: readonly Place[], consumes: readonly string[], reading: Reading): CompiledBody {
  const fields = form.map((place) => fieldAt(textAt(place, 'name') ?? '', place, reading));
  const shape: CompiledShape = { type: 'object', name: 'form', fields };
  const hasFile = form.some((place) => textAt(place, 'type') === 'file');
  const named = consumes.filter((type) => ['url-encoded', 'multipart'].includes(bodyKindOf(type)));
  const usual = hasFile ? 'multipart/form-data' : 'application/x-www-form-urlencoded';
  const mediaTypes = named.length > 0 ? named : [usual];
  return {
    required: fields.some(({ required }) => required) || undefined,
    forms: mediaTypes.map((type) => ({
      mediaType: formTypeOf(type),
      shape,
      writtenForms: writtenFormsOf(form.filter((place) => textAt(place, 'type') === 'array').map(listFormAt)),
    })),
    mediaTypes,
  };
}

/** In Swagger 2.0, a list is between commas unless another form is named. */
function listFormAt(place: Place): readonly [string, WrittenForm] {
  const form = writtenFormAt(place);
  return [textAt(place, 'name') ?? '', Object.keys(form).length === 0 ? { explode: false } : form];
}

/** Returns how the fields of a form are written since OpenAPI 3.0; a part of several media types has any of them. */
function encodingAt(media: Place, isMultipart: boolean, { references }: Reading) {
  const entries = membersAt(childOf(media, 'encoding')).map((entry): readonly [string, WrittenForm] => {
    const place = references.resolved(entry) ?? entry;
    const type = textAt(place, 'contentType')?.trim() ?? '';
    const isOne = /^[\w.+-]+\/[\w.+-]+$/.test(type);
    return [entry.key, { ...(isMultipart ? isOne && { partType: type } : writtenFormAt(place)) }];
  });
  return writtenFormsOf(entries);
}

function writtenFormsOf(forms: readonly (readonly [string, WrittenForm])[]) {
  const unusual = forms.filter(([, form]) => Object.keys(form).length > 0);
  return unusual.length === 0 ? undefined : Object.fromEntries(unusual);
}

/** Returns the responses of an operation, and the examples that the description shows of them. */
export function responsesOf(operation: Place, reading: Reading) {
  const { problems } = reading;
  const responses: CompiledResponse[] = [];
  const examples: OperationExample[] = [];
  for (const entry of membersAt(childOf(operation, 'responses'))) {
    if (entry.key.startsWith('x-')) continue;
    const range = statusesOf(entry.key);
    if (range === undefined) {
      problems.error('A response must be named by a status, a range such as `4XX`, or `default`.', entry);
      continue;
    }
    const place = reading.references.resolved(entry);
    if (place === undefined) continue;
    reportUnknownMembers('response', place, reading);
    const { shape, mediaTypes, xml, examples: shown } = responseContent(place, operation, reading);
    const summary = textAt(place, 'description') ?? textAt(place, 'summary') ?? '';
    responses.push({
      ...range,
      summary: firstParagraph(summary),
      shape,
      mediaTypes,
      xml,
      headers: headersOf(place, reading),
      links: linksOf(place, reading),
    });
    if (range.lastStatus === undefined) examples.push(...shown.map((one) => ({ ...one, status: range.status })));
    if (childOf(place, 'headers')) problems.summary('Header fields of responses are not checked', place);
  }
  return { responses, examples };
}

/** Returns the header fields of a response; `Content-Type` is that of its body. */
function headersOf(place: Place, reading: Reading): readonly CompiledField[] | undefined {
  return unlessEmpty(
    membersAt(childOf(place, 'headers')).flatMap((entry) => {
      const header = reading.references.resolved(entry);
      const isOwn = header !== undefined && !/^content-type$/i.test(entry.key);
      return isOwn ? [fieldAt(entry.key, header, reading)] : [];
    }),
  );
}

/** Returns the links of a response that name an operation. */
function linksOf(place: Place, { references }: Reading): readonly ResponseLink[] | undefined {
  return unlessEmpty(
    membersAt(childOf(place, 'links')).flatMap((entry) => {
      const link = references.resolved(entry);
      const operation = link && textAt(link, 'operationId');
      if (link === undefined || operation === undefined) return [];
      const parameters = membersAt(childOf(link, 'parameters')).flatMap(({ key, value }) =>
        typeof value === 'string' ? [[key, value] as const] : [],
      );
      return [{ operation, parameters: Object.fromEntries(parameters) }];
    }),
  );
}

/** Returns what the service sends after a request, to a URL that the request names. */
export function callbacksOf(operation: Place, reading: Reading): readonly CompiledCallback[] | undefined {
  const { references } = reading;
  return unlessEmpty(
    membersAt(childOf(operation, 'callbacks')).flatMap((entry) =>
      membersAt(references.resolved(entry)).flatMap((item): readonly CompiledCallback[] => {
        const path = references.resolved(item);
        const [sent] = membersAt(path).filter(({ key }) => ['post', 'put', 'patch'].includes(key));
        if (sent === undefined) return [];
        const body = references.resolved(childOf(sent, 'requestBody') ?? sent);
        const { shape } = body === undefined ? {} : contentOf(childOf(body, 'content'), 'callback', 'request', reading);
        return [{ url: item.key, method: sent.key.toUpperCase(), ...(shape !== undefined && { shape }) }];
      }),
    ),
  );
}

function responseContent(
  place: Place,
  operation: Place,
  reading: Reading,
): Pick<Content, 'shape' | 'mediaTypes' | 'examples'> & Pick<CompiledResponse, 'xml'> {
  if (reading.dialect !== 'swagger-2.0') {
    const content = contentOf(childOf(place, 'content'), 'response', 'response', reading);
    const [written] = membersAt(childOf(place, 'content')).filter(({ key }) => isXml(key));
    const media = written && reading.references.resolved(written);
    const xml = content.shape === undefined ? undefined : xmlFormAt(media && childOf(media, 'schema'), reading);
    return { ...content, xml };
  }
  const produces = mediaTypesAt(operation, 'produces', reading);
  const { shape } = schemaContentOf(place, produces, 'response', 'response', reading);
  const examples = membersAt(childOf(place, 'examples'))
    .filter(({ key }) => bodyKindOf(key) === 'json')
    .map(({ value }) => ({ key: '', value }));
  const mediaTypes = shape === undefined ? undefined : furtherTypes(produces);
  const isAlsoXml = shape !== undefined && produces.some(isXml);
  const xml = isAlsoXml ? xmlFormAt(childOf(place, 'schema'), reading) : undefined;
  return { shape, mediaTypes, xml, examples: operationExamples(examples, { isJson: true }) };
}

function isXml(mediaType: string): boolean {
  return /[/+]xml\s*(?:;|$)/i.test(mediaType);
}

function statusesOf(key: string): { readonly status: number; readonly lastStatus?: number } | undefined {
  if (key === 'default') return { status: 0, lastStatus: 999 };
  if (/^[1-5]\d\d$/.test(key)) return { status: Number(key) };
  const [, first] = /^([1-5])xx$/i.exec(key) ?? [];
  return first === undefined ? undefined : { status: Number(first) * 100, lastStatus: Number(first) * 100 + 99 };
}

interface Content extends Pick<CompiledBody, 'shape' | 'lines' | 'forms' | 'text' | 'mediaTypes'> {
  readonly examples: readonly OperationExample[];
}

/** Returns what the media types of a body say. */
export function contentOf(content: Place | undefined, name: string, use: Use, reading: Reading): Content {
  const shapes: CompiledShape[] = [];
  const lines: CompiledShape[] = [];
  const forms: NonNullable<CompiledBody['forms']>[number][] = [];
  const examples: OperationExample[] = [];
  let text: CompiledField | undefined;
  const entries = membersAt(content).filter(({ key }) => !key.startsWith('x-'));
  for (const entry of entries) {
    const place = reading.references.resolved(entry);
    if (place === undefined) continue;
    reportUnknownMembers('media type', place, reading);
    const schema = childOf(place, 'schema');
    const item = childOf(place, 'itemSchema');
    const isStructure = use === 'response' && isVendorType(entry.key) && schema && !isAnyText(schema, reading);
    const named = namedExamplesAt(place, reading);
    const written = isStructure ? 'json' : bodyKindOf(entry.key);
    const isText = item === undefined && isTextOfType(schema, entry.key, use, reading);
    const isLines = written === 'json' && areLines(named.length > 0 ? named : schemaExampleAt(schema, reading));
    const kind = isText ? 'other' : isLines ? 'lines' : written;
    if (kind === 'lines') {
      const line = isLines ? undefined : (item ?? (schema && lineSchema(schema, reading)));
      lines.push(line ? reading.shapeOf(line, { use, name: 'line', depth: 0 }) : anything);
    } else if (kind !== 'other') {
      const shape = schema && reading.shapeOf(schema, { use, name, depth: 0 });
      if (kind === 'json') shapes.push(shape ?? anything);
      else if (kind === 'url-encoded' || entry.key.startsWith('multipart/form-data'))
        forms.push({
          mediaType: formTypeOf(entry.key),
          shape: shape ?? { type: 'object', isOpen: true },
          writtenForms: encodingAt(place, kind === 'multipart', reading),
        });
    }
    const ofText = use === 'request' ? textField(schema, entry.key, reading) : undefined;
    text ??= ofText;
    if (!isStructure && !isText && !ofText) reportUncheckedContent(place, entry.key, schema ?? item, reading);
    const isJson = kind === 'json';
    const ofSchema = schemaExampleAt(schema, reading).filter(({ value }) => isJson || typeof value === 'string');
    const shown = named.length === 0 && (isJson || (kind === 'other' && use === 'request')) ? ofSchema : named;
    const own = operationExamples(shown, { isJson });
    examples.push(...(isJson || use === 'request' ? own : own.map((one) => ({ ...one, mediaType: entry.key }))));
  }
  return {
    shape: shapes.length > 0 ? choiceOf(shapes) : undefined,
    lines: unlessEmpty(lines.slice(0, 1)),
    forms: unlessEmpty(forms),
    text,
    mediaTypes: furtherTypes(entries.map(({ key }) => key)),
    examples,
  };
}

/** Returns the schema of a plain text that has limits. */
function limitedText(schema: Place | undefined, mediaType: string, reading: Reading): Place | undefined {
  const target = isPlainText(mediaType) ? schema && reading.references.resolved(schema) : undefined;
  if (target === undefined || textAt(target, 'type') !== 'string' || isAnyText(target, reading)) return undefined;
  return target;
}

function isPlainText(mediaType: string): boolean {
  return /^text\/plain\s*(?:;|$)/i.test(mediaType);
}

/** Returns a body of text whose schema has limits. */
function textField(schema: Place | undefined, mediaType: string, reading: Reading): CompiledField | undefined {
  const target = limitedText(schema, mediaType, reading);
  if (target === undefined) return undefined;
  return { name: 'body', shape: reading.shapeOf(target, { use: 'request', name: 'body', depth: 0 }) };
}

/** Returns what a body or response of Swagger 2.0 says, whose schema holds for all media types. */
function schemaContentOf(place: Place, mediaTypes: readonly string[], name: string, use: Use, reading: Reading) {
  const schema = childOf(place, 'schema');
  const isChecked = (type: string): boolean => use === 'request' && limitedText(schema, type, reading) !== undefined;
  reportUncheckedTypes(
    mediaTypes.filter((type) => !isChecked(type)),
    ...([schema, place, reading] as const),
  );
  const kinds = mediaTypes.map(bodyKindOf);
  const isJson = kinds.length === 0 || kinds.includes('json');
  const isText = mediaTypes.length > 0 && mediaTypes.every((type) => isTextOfType(schema, type, use, reading));
  const isShaped = schema !== undefined && !isText && (isJson || kinds.includes('lines'));
  const shape = isShaped ? reading.shapeOf(schema, { use, name, depth: 0 }) : undefined;
  return isJson || shape === undefined ? { isJson, shape } : { isJson, lines: [shape] };
}

/**
 * Returns whether a schema describes the whole body as a text, of a media type whose values are not strings of JSON: then nothing more is known of it. A
 * string in `application/json` is one of JSON, unless it is of bytes.
 */
function isTextOfType(schema: Place | undefined, mediaType: string, use: Use, { references }: Reading): boolean {
  const target = schema && references.resolved(schema);
  if (target === undefined || textAt(target, 'type') !== 'string') return false;
  const kind = bodyKindOf(mediaType);
  if (kind === 'lines') return true;
  if (kind !== 'json' || use === 'response') return false;
  return /\+json\s*(?:;|$)/i.test(mediaType) || textAt(target, 'format') === 'binary';
}

/** Returns whether the media type is a vendor's, without a suffix that says how values are written: only its schema shows that they are JSON. */
function isVendorType(mediaType: string): boolean {
  return /^application\/vnd\.[\w.-]+$/i.test(mediaType.trim());
}

function formTypeOf(mediaType: string): FormBody['mediaType'] {
  return bodyKindOf(mediaType) === 'url-encoded' ? 'application/x-www-form-urlencoded' : 'multipart/form-data';
}

/** Returns whether the examples of JSON are texts of several lines that are JSON each: some descriptions have no other word for such a body. */
function areLines(examples: readonly { readonly value: unknown }[]): boolean {
  return examples.length > 0 && examples.every(({ value }) => typeof value === 'string' && hasValueOnEachLine(value));
}

function hasValueOnEachLine(text: string): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.length > 1 && lines.every((line) => /^\s*\{/.test(line) && isJsonText(line));
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

/** Returns the media types if there are others than JSON, which comes first. */
function furtherTypes(mediaTypes: readonly string[]): readonly string[] | undefined {
  const isPlain = (type: string): boolean => type.toLowerCase() === 'application/json';
  const rank = (type: string): number =>
    isPlain(type) ? 0 : type.includes('*') ? 2 : bodyKindOf(type) === 'json' ? 1 : 2;
  if (mediaTypes.length === 1 && mediaTypes.every(isPlain)) return undefined;
  return unlessEmpty([...mediaTypes].sort((a, b) => rank(a) - rank(b)));
}
