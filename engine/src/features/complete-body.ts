import { hasLines } from '../binding/bind-lines';
import type { Field, ObjectShape } from '../catalogue/shape';
import type { Span } from '../text/span';
import { briefOf, firstSentenceOf, typeName } from './describe';
import { valueShapesOf } from './element';
import { isForeign } from './foreign-markdown';
import { indentUnitOf } from './indent-unit';
import type { JsonPath, JsonWord } from './json-position';
import type { Offer } from './offer';
import { deciderAt, objectShapesOf, plainShapesOf, resolvePath, type PlainShape, type Resolved } from './resolve-shape';
import type { BodyCursor } from './cursor-at';
import { referenceInBody } from './reference-at';
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
}

/** Offers what can stand at a position of a JSON body, however unfinished the body is. */
export function completeBody(cursor: BodyCursor, text: string, offset: number): readonly Offer[] {
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
    unit: indentUnitOf(text, cursor.body),
  };
  const path = [...place.container, ...(place.slot === 'value' && place.step !== undefined ? [place.step] : [])];
  const resolved = resolvePath(cursor.root, path, cursor.read);
  if (resolved === undefined) return [];
  const offers = place.slot === 'key' ? keyOffers(slot, resolved) : valueOffers(slot, resolved);
  return cursor.part.of === 'body' && hasLines(cursor.operation.body) ? offers.map(onOneLine) : offers;
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
  return offer.newText.includes('\n') ? { ...offer, newText: offer.newText.replace(/\s*\n\s*/g, ' ') } : offer;
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

function keyOffer(slot: Slot, field: Field): Offer {
  const { cursor, before, behind, unit } = slot;
  const quoted = JSON.stringify(field.name);
  const { hasColon } = cursor.place;
  return {
    label: field.name,
    kind: 'field',
    reference: referenceInBody(cursor, [...cursor.place.container, field.name]),
    span: slot.span,
    newText: hasColon ? before + quoted : before + memberSnippet(chosenField(cursor, field), unit) + behind,
    isSnippet: !hasColon,
    ...compared(slot, quoted),
    detail: briefOf(field),
    rank: isRequired(field) ? 0 : field.deprecated === undefined ? 1 : 2,
    isDeprecated: field.deprecated !== undefined,
    triggersNext: !hasColon && field.example === undefined && valueShapesOf(field).some(hasValues),
    commaAt: slot.commaAt,
  };
}

/** The skeleton of a member depends on the members beside it. */
function chosenField(cursor: BodyCursor, field: Field): Field {
  if (field.shape.type !== 'switch') return field;
  const { container } = cursor.place;
  const [shape] = plainShapesOf(field.shape, (of, name) =>
    of === 'self' ? null : deciderAt([...container, field.name], cursor.read)(of, name),
  );
  return shape === undefined ? field : { ...field, shape };
}

function entryOffer(slot: Slot, entry: NonNullable<ObjectShape['entries']>): Offer {
  const { cursor, before, behind, unit } = slot;
  return {
    label: `‹${entry.keyName}›`,
    kind: 'field',
    reference: referenceInBody(cursor, [...cursor.place.container, entry.keyName]),
    span: slot.span,
    newText: before + entrySnippet(entry, unit) + behind,
    isSnippet: true,
    ...compared(slot, JSON.stringify(entry.keyName)),
    detail: typeName(entry.shape),
    rank: 1,
    automatic: 'opening',
    commaAt: slot.commaAt,
  };
}

function valueOffers(slot: Slot, { shapes, field }: Resolved): readonly Offer[] {
  const { place } = slot.cursor;
  const isItem = place.containerKind === 'array';
  const offers: Offer[] = [];
  const taken = new Set(isItem ? place.siblings.map((item) => JSON.stringify(item)) : []);
  const add = (json: string, rank: number, detail?: string, value?: string | number, isDeprecated = false): void => {
    if (taken.has(json)) return;
    taken.add(json);
    offers.push(plainOffer(slot, { json, rank, isDeprecated, ...(detail === undefined ? {} : { detail }) }, value));
  };
  const standard = isItem ? undefined : field?.default;
  if (standard !== undefined) add(standard, 0, 'default', valueOfJson(standard));
  for (const shape of shapes) {
    if (shape.type === 'boolean') ['true', 'false'].forEach((word) => add(word, 1));
    if (shape.type === 'null') add('null', 2);
    for (const { value, summary } of 'values' in shape ? (shape.values?.values ?? []) : []) {
      add(JSON.stringify(value), 1, summary && firstSentenceOf(summary, field?.provenance), value);
    }
  }
  if (place.word === undefined || place.word.kind === 'string') {
    if (!isItem && field?.example !== undefined && !taken.has(field.example)) offers.push(exampleOffer(slot, field));
  }
  if (place.word === undefined) offers.push(...containerOffers(slot, shapes));
  return offers;
}

function plainOffer(
  slot: Slot,
  { json, rank, detail, isDeprecated }: { json: string; rank: number; detail?: string; isDeprecated: boolean },
  value: string | number | undefined,
): Offer {
  return {
    label: json,
    kind: 'value',
    reference: referenceInBody(slot.cursor, pathOfValue(slot.cursor), value),
    span: slot.span,
    newText: slot.before + json + slot.behind,
    ...compared(slot, json),
    ...(detail === undefined ? {} : { detail }),
    rank,
    isDeprecated,
    commaAt: slot.commaAt,
  };
}

function exampleOffer(slot: Slot, field: Field): Offer {
  // On one line, without its tab stops.
  const example = field.example ?? '';
  const label = isForeign(field.provenance)
    ? shortened(example.replace(/\s+/g, ' '))
    : example.replace(/\$\{\d+:([^}]*)\}|\$\d+/g, '$1').replace(/\s+/g, ' ');
  return {
    label,
    kind: 'value',
    reference: referenceInBody(slot.cursor, pathOfValue(slot.cursor)),
    span: slot.span,
    newText: slot.before + valueSnippet(field, slot.unit) + slot.behind,
    isSnippet: true,
    ...compared(slot, label),
    detail: 'example',
    rank: 2,
    automatic: /^[[{]/.test(label) ? 'never' : 'opening',
    commaAt: slot.commaAt,
  };
}

/** Examples of descriptions are of any length. */
function shortened(label: string): string {
  return label.length > longestLabel ? `${label.slice(0, longestLabel - 1)}…` : label;
}

const longestLabel = 120;

/** An empty object or array with its required children. */
function containerOffers(slot: Slot, shapes: readonly PlainShape[]): readonly Offer[] {
  const { place, operation } = slot.cursor;
  const skeleton = place.containerKind === 'root' && !hasLines(operation.body) ? bodySnippet : shapeSnippet;
  return shapes.flatMap((shape) => {
    if (shape.type !== 'object' && shape.type !== 'array') return [];
    return [
      {
        label: shape.type === 'object' ? '{ … }' : '[ … ]',
        kind: 'value' as const,
        reference: referenceInBody(slot.cursor, pathOfValue(slot.cursor)),
        span: slot.span,
        newText: escapeSnippet(slot.before) + skeleton(shape, slot.unit) + slot.behind,
        isSnippet: true,
        filterText: shape.type === 'object' ? '{' : '[',
        detail: shape.type === 'object' ? shape.name : typeName(shape),
        rank: 3,
        triggersNext: shape.type === 'array',
        automatic: 'never' as const,
        commaAt: slot.commaAt,
      },
    ];
  });
}

function pathOfValue({ place }: BodyCursor): JsonPath {
  return place.step === undefined ? place.container : [...place.container, place.step];
}

function valueOfJson(json: string): string | number | undefined {
  const text = /^"([^"\\]*)"$/.exec(json);
  if (text) return text[1];
  return /^-?\d+$/.test(json) ? Number(json) : undefined;
}

function isRequired({ required }: Field): boolean {
  return required === true || typeof required === 'object';
}

function hasValues(shape: PlainShape): boolean {
  return 'values' in shape && shape.values !== undefined;
}
