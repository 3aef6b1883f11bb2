import { operationById } from '@rulebook/checker/binding/operation-by-id';
import type { Provenance } from '@rulebook/catalogue/facts';
import type { Operation, RequestBody } from '@rulebook/catalogue/operation';
import type { Catalogue } from '@rulebook/catalogue/service';
import type { Field, KeyPattern, ObjectShape, Shape, SwitchShape } from '@rulebook/catalogue/shape';
import { pointerStep } from '@rulebook/text/pointer';
import { describeReference, typeName } from './describe';
import { allowedValuesOf, isRequired, valueShapesOf } from '../cursor/element';
import { inCode, lineOf } from '@rulebook/catalogue/markdown/foreign-markdown';
import { resolvePath, stepsOf } from '@rulebook/checker/binding/resolve-shape';

/** A longer list is cut; a part of the body is described by its pointer. */
const maxLines = 240;

/** Below this depth of the body, members are left to a description of their own. */
const deepest = 6;

/** Of a longer set of values, only the first ones are listed. */
const maxValues = 40;

/** What is being listed. */
interface Listing {
  readonly lines: string[];
  /** The objects around a place, and those that were listed before: by where that was. */
  readonly known: Map<Shape, string>;
  isCut: boolean;
}

/**
 * Returns everything about a request of an operation as Markdown: what its hover says, its parameters, and the members of its body. `part`
 * is a JSON pointer into the body; then only this part is described. Undefined for an unknown operation or part.
 */
export function describeRequest(catalogue: Catalogue, id: string, part = ''): string | undefined {
  const known = operationById(catalogue, id);
  if (known === undefined) return undefined;
  const { operation, service } = known;
  if (part !== '') return describePart(operation, part, catalogue);
  const { path, query, header = [] } = operation.parameters;
  return [
    describeReference({ of: 'operation', operation: id }, catalogue) ?? '',
    listedFields('Path parameters', path),
    listedFields('Query parameters', [...query, ...(service.commonQuery ?? [])]),
    listedFields('Header fields', header),
    ...(operation.body ? listingOfBody(operation.body) : ['The request has no body.']),
  ]
    .filter((text) => text !== '')
    .join('\n\n');
}

function describePart(operation: Operation, pointer: string, catalogue: Catalogue): string | undefined {
  const path = stepsOf(pointer);
  const resolved = operation.body && resolvePath(operation.body.shape, path, () => undefined);
  if (resolved === undefined) return undefined;
  const about = describeReference({ of: 'body', operation: operation.id, path }, catalogue) ?? '';
  const listing = createListing();
  for (const shape of resolved.shapes) addMembers(listing, shape, { depth: 0, pointer });
  return [about, textOfListing(listing)].filter((text) => text !== '').join('\n\n');
}

function listedFields(title: string, fields: readonly Field[]): string {
  const listing = createListing();
  for (const field of fields) add(listing, 0, lineOfField(field));
  return listing.lines.length === 0 ? '' : `## ${title}\n\n${textOfListing(listing)}`;
}

function listingOfBody({
  shape,
  required,
  actions = [],
  lines = [],
  forms = [],
  mediaTypes = [],
}: RequestBody): string[] {
  const listing = createListing();
  const types = mediaTypes.length === 0 ? '' : ` of type ${mediaTypes.map((type) => inCode(type)).join(' or ')}`;
  const parts: readonly (readonly [title: string, shape: Shape])[] = [
    ...(lines.length === 0 ? [[`${typeName(shape)}${required ? ' (required)' : ''}${types}`, shape] as const] : []),
    ...lines.map((line, index) => [`Line ${index + 1} of each ${lines.length}: ${typeName(line)}`, line] as const),
    ...actions.flatMap(({ name, document }) =>
      document === undefined ? [] : [[`The line below ${inCode(name)}: ${typeName(document)}`, document] as const],
    ),
    ...forms.map((form) => [`A form, ${inCode(form.mediaType)}`, form.shape] as const),
  ];
  for (const [title, one] of parts) {
    add(listing, 0, title);
    addMembers(listing, one, { depth: 1, pointer: '' });
  }
  return [`## Body\n\n${textOfListing(listing)}`];
}

/** Where members are listed. */
interface Place {
  readonly depth: number;
  readonly pointer: string;
  /** The cases that the objects around it are listed for: the member that decides, and its value. */
  readonly cases?: ReadonlyMap<string, string>;
}

/** Lists what is in a value of a shape. */
function addMembers(listing: Listing, shape: Shape, place: Place): void {
  switch (shape.type) {
    case 'choice':
      for (const option of shape.options) addMembers(listing, option, place);
      return;
    case 'array':
      addMembers(listing, shape.items, { ...place, pointer: `${place.pointer}/0` });
      return;
    case 'switch':
      addCases(listing, shape, place);
      return;
    case 'object':
      addObject(listing, shape, place);
      return;
    default:
  }
}

function addCases(listing: Listing, { on, cases, otherwise }: SwitchShape, place: Place): void {
  const known = place.cases?.get(on);
  const chosen = known === undefined ? undefined : (cases[known] ?? otherwise);
  if (chosen) {
    addMembers(listing, chosen, place);
    return;
  }
  for (const [value, shape] of Object.entries(cases)) {
    add(listing, place.depth, `If ${inCode(on)} is ${inCode(value)}:`);
    const inside = new Map([...(place.cases ?? []), [on, value]]);
    // In another case, the same object may have other members.
    const own = { ...listing, known: new Map(listing.known) };
    addMembers(own, shape, { ...place, depth: place.depth + 1, cases: inside });
    listing.isCut ||= own.isCut;
  }
  // Where no case holds, nothing but what all have in common is known.
  if (Object.keys(cases).length === 0) addMembers(listing, otherwise, place);
}

function addObject(listing: Listing, shape: ObjectShape, place: Place): void {
  const { depth, pointer } = place;
  const { fields, entries, patterns = [] } = shape;
  if (fields.length === 0 && entries === undefined && patterns.length === 0) return;
  const before = listing.known.get(shape);
  // Of a value that is an object or a list of such objects, the object is listed once.
  if (before !== undefined && before === pointer.replace(/\/0$/, '')) return;
  if (before !== undefined) {
    add(listing, depth, before === '' ? 'The same members as the body.' : `The same members as ${inCode(before)}.`);
    return;
  }
  if (depth > deepest) {
    add(listing, depth, `More members: describe the part ${inCode(pointer)}.`);
    return;
  }
  listing.known.set(shape, pointer);
  for (const field of fields) {
    add(listing, depth, lineOfField(field));
    addMembers(listing, field.shape, { ...place, depth: depth + 1, pointer: `${pointer}${pointerStep(field.name)}` });
  }
  const maps = [
    ...patterns.map((pattern) => ({ ...pattern, name: keysLike(pattern) })),
    ...(entries ? [{ name: `any ${entries.keyName}`, ...entries }] : []),
  ];
  for (const { name, summary, shape: value } of maps) {
    add(listing, depth, `*${name}* (${typeName(value)})${summary === '' ? '' : `: ${summary}`}`);
    addMembers(listing, value, { ...place, depth: depth + 1, pointer: `${pointer}/*` });
  }
}

/** Names the keys of a pattern; those of a long list by the first. */
function keysLike(pattern: KeyPattern): string {
  if ('pattern' in pattern) return `key that matches ${inCode(pattern.pattern)}`;
  if ('keys' in pattern) return shortList([...pattern.keys].map(inCode));
  return `key that is or begins with ${shortList([...pattern.beginnings].map(inCode))}`;
}

function shortList(names: readonly string[]): string {
  return names.length > maxNames ? `${names.slice(0, maxNames).join(', ')} …` : names.join(', ');
}

/** So many names of keys are written out. */
const maxNames = 5;

function lineOfField(field: Field): string {
  const { name, shape, summary, provenance, deprecated } = field;
  const facts = [
    typeName(shape),
    field.required === true ? '**required**' : isRequired(field) ? '**required** by servers' : '',
    deprecated === undefined ? '' : 'deprecated',
    field.default === undefined ? '' : `default ${inCode(field.default)}`,
    isDocumented(provenance) ? '' : provenance.kind,
  ];
  return `${inCode(name)} (${facts.filter((fact) => fact !== '').join(', ')}): ${lineOf(summary, provenance, 300)}${valuesOf(field)}`;
}

/** Of a fact that a document states, nothing is said: this is what most are. */
function isDocumented({ kind }: Provenance): boolean {
  return kind === 'documented';
}

function valuesOf(field: Field): string {
  const values = [...new Set(allowedValuesOf(valueShapesOf(field)).map(({ value }) => String(value)))];
  if (values.length === 0) return '';
  const shown = values.slice(0, maxValues).map((value) => inCode(value));
  const more = values.length - shown.length;
  return ` Values: ${shown.join(', ')}${more > 0 ? `, and ${more} more` : ''}.`;
}

function createListing(): Listing {
  return { lines: [], known: new Map(), isCut: false };
}

function add(listing: Listing, depth: number, text: string): void {
  if (listing.lines.length < maxLines) listing.lines.push(`${'  '.repeat(depth)}- ${text}`);
  else listing.isCut = true;
}

function textOfListing({ lines, isCut }: Listing): string {
  return [...lines, ...(isCut ? ['- … (cut here: describe a part of the body by its JSON pointer)'] : [])].join('\n');
}
