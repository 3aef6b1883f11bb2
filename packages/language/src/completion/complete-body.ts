import { hasLines } from '@rulebook/checker/binding/bind-lines';
import { valuesFor, type VendorTarget } from '@rulebook/checker/binding/vendor-facts';
import type { Field, ObjectShape } from '@rulebook/catalogue/shape';
import type { ValueSet } from '@rulebook/catalogue/values';
import type { Span } from '@rulebook/text/span';
import { briefOf, firstSentenceOf, typeName } from '../hover/describe';
import { isRequired, valueShapesOf } from '../cursor/element';
import { isForeign, shortened } from '@rulebook/catalogue/markdown/foreign-markdown';
import { indentUnitOfBody } from './indent-unit';
import type { JsonWord } from '@rulebook/json/json-position';
import { describeName, fittingNames } from './complete-names';
import type { Offer } from './offer';
import {
  deciderAt,
  objectShapesOf,
  plainShapesOf,
  resolvePath,
  type PlainShape,
  type Resolved,
} from '@rulebook/checker/binding/resolve-shape';
import type { BodyCursor } from '../cursor/cursor-at';
import type { NamesAt } from '../cursor/names-at';
import { referenceInBody } from '../cursor/reference-at';
import { bodySnippet, entrySnippet, escapeSnippet, memberSnippet, shapeSnippet, valueSnippet } from './snippet';

/** What all offers at one position of a body have in common. */
interface Slot {
  readonly cursor: BodyCursor;
  readonly span: Span;
  /** The typed word as written, with which editors compare an offer. */
  readonly form: 'bare' | 'open-string' | 'whole-string';
  readonly before: string;
  readonly behind: string;
  readonly commaAt: number | undefined;
  readonly unit: string;
  /** The target, whose product may know other values. */
  readonly target: VendorTarget;
}

/** Offers what can be at a position of a JSON body, however unfinished the body is. */
export function completeBody(
  cursor: BodyCursor,
  text: string,
  offset: number,
  { found, target = {} }: { readonly found?: NamesAt | undefined; readonly target?: VendorTarget | undefined } = {},
): readonly Offer[] {
  const { place, span } = cursor;
  if (place.slot === 'none' || place.hasValueBehind) return [];
  // Additional edits must not touch the main edit, so a comma that belongs right here goes into the text itself.
  const isCommaHere = place.missingCommaAt === span.start;
  const slot: Slot = {
    cursor,
    span,
    form: formOf(place.word, text, offset),
    before: isCommaHere ? ', ' : '',
    behind: place.needsCommaBehind && !place.hasColon ? ',' : '',
    commaAt: isCommaHere ? undefined : place.missingCommaAt,
    unit: indentUnitOfBody(text, cursor.body),
    target,
  };
  const resolved = resolvePath(cursor.root, place.container.concat(place.step ?? []), cursor.read);
  const names = found ? nameOffers(slot, found) : [];
  if (resolved === undefined) return names;
  const offers = place.slot === 'key' ? keyOffers(slot, resolved) : valueOffers(slot, resolved);
  const all = [...names, ...offers];
  return cursor.part.of === 'body' && hasLines(cursor.operation.body) ? all.map(onOneLine) : all;
}

/** Offers names that the endpoint lists: as keys with a place for their values, or as texts. */
function nameOffers(slot: Slot, found: NamesAt): readonly Offer[] {
  const { place, root, read } = slot.cursor;
  const { names, isPartial } = fittingNames(found, place.word?.text ?? '');
  const entries =
    place.slot === 'key' && !place.hasColon
      ? (resolvePath(root, place.container, read)?.shapes ?? []).flatMap((shape) =>
          shape.type === 'object' && shape.entries ? [shape.entries] : [],
        )
      : [];
  return names.map((one): Offer => {
    const json = JSON.stringify(one.name);
    const { detail, markdown } = describeName(one, found);
    const [entry] = entries;
    const text = entry ? `${escapeSnippet(json)}: ${shapeSnippet(entry.shape, slot.unit)}` : json;
    return {
      ...offerAt(slot, undefined, json, text),
      reference: { of: 'text', text: markdown },
      label: one.name,
      kind: place.slot === 'key' ? 'field' : 'value',
      ...(entry && { isSnippet: true }),
      detail,
      rank: 0,
      ...(isPartial && { isPartial }),
    };
  });
}

/** A closing quote behind the cursor is not typed yet: the editor may have inserted it. */
function formOf(word: JsonWord | undefined, text: string, offset: number): Slot['form'] {
  if (word === undefined) return 'whole-string';
  if (word.kind !== 'string') return 'bare';
  const { start, end } = word.span;
  return offset === end && end > start + 1 && text[end - 1] === '"' ? 'whole-string' : 'open-string';
}

/** Returns the text that editors compare with the typed word. A string is complete only with its closing quote. */
function compared({ form }: Slot, json: string): Pick<Offer, 'filterText' | 'whole'> {
  if (form === 'whole-string' || !json.startsWith('"')) return { filterText: json };
  if (form === 'open-string') return { filterText: json.slice(0, -1), whole: json };
  return { filterText: json.slice(1, -1), whole: json.slice(1) };
}

/** In newline-delimited JSON, a value must not continue on the next line. */
function onOneLine(offer: Offer): Offer {
  return { ...offer, newText: offer.newText?.replace(/\s*\n\s*/g, ' ') };
}

function keyOffers(slot: Slot, resolved: Resolved): readonly Offer[] {
  const { place } = slot.cursor;
  const taken = new Set(place.siblings);
  const shapes = objectShapesOf(resolved).filter((shape) => place.hasColon || !isFull(shape, taken));
  const free = fieldsOfShapes(shapes).filter(
    ({ name, aliases }) => !taken.has(name) && aliases?.some((alias) => taken.has(alias)) !== true,
  );
  const offers = free.map((field) => keyOffer(slot, field));
  const entries = shapes.flatMap((shape) => (shape.entries === undefined ? [] : [shape.entries]));
  return place.hasColon ? offers : [...offers, ...entries.map((entry) => entryOffer(slot, entry))];
}

/** Returns the fields of all options, each once; required is what all of them require. */
function fieldsOfShapes(shapes: readonly ObjectShape[]): readonly Field[] {
  const [only, ...others] = shapes;
  if (only === undefined || others.length === 0) return only?.fields ?? [];
  const byName = new Map<string, Field>();
  for (const field of shapes.flatMap(({ fields }) => fields))
    if (!byName.has(field.name)) byName.set(field.name, field);
  const isCommon = (name: string): boolean =>
    shapes.every(({ fields }) => fields.some((field) => field.name === name && isRequired(field)));
  return [...byName.values()].map((field) => {
    return !isRequired(field) || isCommon(field.name) ? field : { ...field, required: false };
  });
}

/** Returns whether the object has as many members as it may have. */
function isFull({ constraints = [] }: ObjectShape, taken: ReadonlySet<string>): boolean {
  return constraints.some((constraint) => {
    if (constraint.rule !== 'member-count' || constraint.options.fields !== undefined) return false;
    return constraint.options.maximum !== undefined && taken.size >= constraint.options.maximum;
  });
}

/** Returns what all offers have in common; `json` is what of the offer is compared with the typed word. */
function offerAt(
  slot: Slot,
  step: string | number | undefined,
  json: string,
  newText: string,
  value?: string | number,
) {
  const { cursor, span, before, behind, commaAt } = slot;
  const reference = referenceInBody(cursor, cursor.place.container.concat(step ?? []), value);
  return { reference, span, newText: before + newText + behind, ...compared(slot, json), commaAt };
}

function keyOffer(slot: Slot, field: Field): Offer {
  const { cursor, unit } = slot;
  const { hasColon } = cursor.place;
  const quoted = JSON.stringify(field.name);
  return {
    ...offerAt(slot, field.name, quoted, hasColon ? quoted : memberSnippet(chosenField(cursor, field), unit)),
    label: field.name,
    kind: 'field',
    isSnippet: !hasColon,
    detail: briefOf(field),
    rank: isRequired(field) ? 0 : field.deprecated === undefined ? 1 : 2,
    isDeprecated: field.deprecated !== undefined,
    triggersNext: !hasColon && field.example === undefined && valueShapesOf(field).some(hasValues),
  };
}

/** The skeleton of a member depends on the members next to it. */
function chosenField(cursor: BodyCursor, field: Field): Field {
  if (field.shape.type !== 'switch') return field;
  const { container } = cursor.place;
  const [shape] = plainShapesOf(field.shape, (of, name) =>
    of === 'self' ? null : deciderAt([...container, field.name], cursor.read)(of, name),
  );
  return shape === undefined ? field : { ...field, shape };
}

function entryOffer(slot: Slot, entry: NonNullable<ObjectShape['entries']>): Offer {
  const { keyName } = entry;
  return {
    ...offerAt(slot, keyName, JSON.stringify(keyName), entrySnippet(entry, slot.unit)),
    label: `‹${keyName}›`,
    kind: 'field',
    isSnippet: true,
    detail: typeName(entry.shape),
    rank: 1,
    automatic: 'opening',
  };
}

function valueOffers(slot: Slot, { shapes, field }: Resolved): readonly Offer[] {
  const { place } = slot.cursor;
  const isItem = place.containerKind === 'array';
  const offers: Offer[] = [];
  const taken = new Set(isItem ? place.siblings.map((item) => JSON.stringify(item)) : []);
  const add = (json: string, rank: number, detail?: string, value?: string | number): void => {
    if (taken.has(json)) return;
    taken.add(json);
    offers.push({ ...offerAt(slot, place.step, json, json, value), label: json, kind: 'value', detail, rank });
  };
  const standard = isItem ? undefined : field?.default;
  if (standard !== undefined) add(standard, 0, 'default', valueOfJson(standard));
  for (const shape of shapes) {
    if (shape.type === 'boolean') ['true', 'false'].forEach((word) => add(word, 1));
    if (shape.type === 'null') add('null', 2);
    const values = 'values' in shape && shape.values ? valuesFor(shape.values, slot.target).values : [];
    for (const { value, summary } of values) {
      add(JSON.stringify(value), 1, summary && firstSentenceOf(summary, field?.provenance), value);
    }
  }
  if (place.word === undefined || place.word.kind === 'string') {
    if (!isItem && field?.example !== undefined && !taken.has(field.example) && !isLacked(field, shapes, slot))
      offers.push(exampleOffer(slot, field));
  }
  if (place.word === undefined) offers.push(...containerOffers(slot, shapes));
  return offers;
}

/** Returns whether the example of a field is a value that the vendor's product does not know. */
function isLacked({ example = '' }: Field, shapes: readonly PlainShape[], { target }: Slot): boolean {
  return shapes.some((shape) => {
    const values = 'values' in shape ? shape.values : undefined;
    if (values === undefined) return false;
    const isListed = (set: ValueSet): boolean => set.values.some(({ value }) => JSON.stringify(value) === example);
    return isListed(values) && !isListed(valuesFor(values, target));
  });
}

function exampleOffer(slot: Slot, field: Field): Offer {
  const line = (field.example ?? '').replace(/\s+/g, ' ');
  // Examples of descriptions are of any length, those of the catalogue have tab stops.
  const label = isForeign(field.provenance)
    ? shortened(line, longestLabel)
    : line.replace(/\$\{\d+:([^}]*)\}|\$\d+/g, '$1');
  return {
    ...offerAt(slot, slot.cursor.place.step, label, valueSnippet(field, slot.unit)),
    label,
    kind: 'value',
    isSnippet: true,
    detail: 'example',
    rank: 2,
    automatic: /^[[{]/.test(label) ? 'never' : 'opening',
  };
}

const longestLabel = 120;

/** An empty object or array with its required children. */
function containerOffers(slot: Slot, shapes: readonly PlainShape[]): readonly Offer[] {
  const { place, operation } = slot.cursor;
  const skeleton = place.containerKind === 'root' && !hasLines(operation.body) ? bodySnippet : shapeSnippet;
  return shapes.flatMap((shape): readonly Offer[] => {
    if (shape.type !== 'object' && shape.type !== 'array') return [];
    const isObject = shape.type === 'object';
    const offer: Offer = {
      ...offerAt(slot, place.step, isObject ? '{' : '[', skeleton(shape, slot.unit)),
      label: isObject ? '{ … }' : '[ … ]',
      kind: 'value',
      isSnippet: true,
      detail: isObject ? shape.name : typeName(shape),
      rank: 3,
      triggersNext: !isObject,
      automatic: 'never',
    };
    return [offer];
  });
}

function valueOfJson(json: string): string | number | undefined {
  const text = /^"([^"\\]*)"$/.exec(json);
  if (text) return text[1];
  return /^-?\d+$/.test(json) ? Number(json) : undefined;
}

function hasValues(shape: PlainShape): boolean {
  return 'values' in shape && shape.values !== undefined;
}
