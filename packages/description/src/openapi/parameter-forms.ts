import { writtenPairs, type WrittenForm } from '@rulebook/catalogue/written-parameter';
import { isJson } from '@rulebook/text/is-json';
import { bodyKindOf } from './media-types';
import { leastLength } from './examples';
import { childOf, memberOfObject, membersAt, textAt, type Place } from './place';
import type { Reading } from './reading';

/** Returns the form of a parameter in the words of OpenAPI 3. */
export function writtenFormAt(place: Place): WrittenForm {
  const { collectionFormat, style, explode } = {
    collectionFormat: textAt(place, 'collectionFormat'),
    style: textAt(place, 'style'),
    explode: memberOfObject(place.value, 'explode'),
  };
  const isKnown = collectionFormat !== undefined && Object.hasOwn(collectionForms, collectionFormat);
  const known = isKnown ? collectionForms[collectionFormat] : undefined;
  return known ?? { ...(style !== undefined && { style }), ...(typeof explode === 'boolean' && { explode }) };
}

const collectionForms: Readonly<Record<string, WrittenForm>> = {
  csv: { explode: false },
  multi: { style: 'form', explode: true },
  ssv: { style: 'spaceDelimited', explode: false },
  tsv: { style: 'tabDelimited', explode: false },
  pipes: { style: 'pipeDelimited', explode: false },
};

/**
 * Returns the text of an example as the place has it. A list whose items are parameters of their own, or between commas, stays JSON, so that its items are
 * known.
 */
export function writtenText(value: unknown, name: string, place: Place): string | undefined {
  const kind = textAt(place, 'in');
  const form = writtenFormAt(place);
  const isPrefixed = kind === 'path' && (form.style === 'label' || form.style === 'matrix');
  const [mediaType] = membersAt(childOf(place, 'content'));
  if (mediaType && bodyKindOf(mediaType.key) === 'json' && typeof value === 'string' && !isJson(value))
    return JSON.stringify(value);
  if (typeof value === 'string' && !isPrefixed) return value;
  const isUsual = kind === 'formData' || form.style === undefined || form.style === 'form' || form.style === 'simple';
  const isObject = typeof value === 'object' && value !== null;
  if (!isPrefixed && (!isObject || (Array.isArray(value) && isUsual) || childOf(place, 'content') !== undefined))
    return JSON.stringify(value);
  if (kind === undefined || kind === 'header') return writtenPairs(name, value, { place: 'header', ...form })[0]?.[1];
  if (kind === 'path') return writtenPairs(name, value, { place: kind, ...form })[0]?.[1];
  // As the text of one parameter, an object is not in parts.
  return writtenPairs(name, value, { place: 'query', ...form, explode: false })[0]?.[1];
}

/** Returns a default as JSON: a list between commas or in several parameters, and anything else as a string. */
export function writtenDefault(json: string | undefined, name: string, place: Place): string | undefined {
  if (json === undefined || !/^[[{]/.test(json)) return json;
  const text = writtenText(parsed(json), name, place);
  return text === undefined || text === json ? json : JSON.stringify(text);
}

function parsed(json: string): unknown {
  return JSON.parse(json) as unknown;
}

/** Returns a value of JSON as it is written: in a path, query or header field, a text is without quotation marks. */
export function plainText(json: string | undefined): string | undefined {
  return json?.startsWith('"') === true ? String(JSON.parse(json)) : json;
}

/** Returns the value that a description shows for a parameter. */
export function exampleAt(place: Place, reading: Reading): unknown {
  const { references } = reading;
  const [named] = membersAt(childOf(place, 'examples'));
  const first = named && references.resolved(named);
  const own = memberOfObject(place.value, 'example') ?? memberOfObject(first?.value, 'value');
  const [mediaType] = own === undefined ? membersAt(childOf(place, 'content')) : [];
  const content = mediaType && references.resolved(mediaType);
  return content === undefined ? own : exampleAt(content, reading);
}

/** Returns the text of the example of a parameter itself, as its place has it. */
export function exampleText(place: Place, reading: Reading): string | undefined {
  const value = exampleAt(place, reading);
  if (value === undefined || value === null || leastLength(value, 200) > 200) return undefined;
  const text = writtenText(value, textAt(place, 'name') ?? '', place);
  return text !== undefined && text !== '' && text.length <= 200 ? text : undefined;
}

/** Returns the text of a member of an example of the whole object. */
export function memberExample(value: unknown): string | undefined {
  if (value === undefined || value === null || leastLength(value, 200) > 200) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
