import { isRecord } from '@rulebook/json/is-record';
import { innerType, type MemberForm, type ObjectForm } from '@rulebook/description/document-form';
import { cursorMark, placeInText, type TextPlace } from '@rulebook/description/text-place';
import { findWorkflow, type KnownSource } from '../arazzo/sources';
import { arazzoForm } from '../arazzo/shapes';
import { offeredExpressions, type ExpressionPlace } from './expression-offers';
import { formAt, formOfFormat, type DocumentFormat, type PlaceForm } from './form-at';
import { offeredTargets } from './overlay-targets';
import { placeInArazzo } from './place-in-arazzo';
import { offersInRequest, type RequestLanguage, type RequestOffer } from './step-as-request';
import {
  inputsAsParameters,
  offeredComponents,
  offeredWords,
  parametersOf,
  valueAtPath,
  hasOnly,
  type OfferedParameter,
} from './value-offers';
import {
  describeMember,
  membersThere,
  offerOfKey,
  offerOfValue,
  wordsOfType,
  type DocumentOffer,
  type Draft,
} from './written';

/** What is known around a document. */
export interface DocumentContext {
  /** Of Arazzo. */
  readonly sources: readonly KnownSource[];
  readonly language: RequestLanguage;
  /** Of an overlay: the description that it extends, as a tree. */
  readonly extended?: unknown;
}

/** Returns what can be written at a position of a document. */
export function completeDocument(
  text: string,
  offset: number,
  format: DocumentFormat,
  context: DocumentContext,
): readonly DocumentOffer[] {
  const place = placeInText(text, offset);
  const form = place && formAt(formOfFormat(format), place.path);
  if (place === undefined || form === undefined) return [];
  const found = placeInArazzo(place.tree, place.path, context.sources);
  if (place.isLiteral === true) return format === 'arazzo' ? inLiteral(place, form, found, context) : [];
  if (place.slot === 'key') return keysAt(place, form, format, found, context);
  const below = place.form === 'block' && place.isFirst && place.quote === '';
  if (below && (form.object !== undefined || isListOfObjects(form, format)))
    return keysBelow(place, form, format, found);
  if (format === 'overlay') return overlayValues(place, form, context);
  return arazzoValues(place, form, found, context);
}

function isListOfObjects({ type }: PlaceForm, format: DocumentFormat): boolean {
  const inner = type.startsWith('[') ? innerType(type) : undefined;
  return inner !== undefined && formOfFormat(format).objects[inner] !== undefined;
}

/** Returns the keys of the object at a place. */
function keysAt(
  place: TextPlace,
  form: PlaceForm,
  format: DocumentFormat,
  found: ExpressionPlace,
  context: DocumentContext,
): readonly DocumentOffer[] {
  const { object } = form;
  if (object !== undefined)
    return keysOf(object, form.type, valueAtPath(place.tree, place.path), place, format, found, false);
  if (format === 'arazzo' && form.owner === 'body' && form.key === 'payload')
    return offersInRequest(found, context.language).map(({ newText, ...draft }) =>
      offerOfKey(draftOf(draft), place, arazzoForm, typeInRequest(newText), false),
    );
  return [];
}

/** Returns the keys of the object that begins on a line of its own. */
function keysBelow(
  place: TextPlace,
  form: PlaceForm,
  format: DocumentFormat,
  found: ExpressionPlace,
): readonly DocumentOffer[] {
  const inner = form.object === undefined ? innerType(form.type) : form.type;
  const object = inner === undefined ? undefined : formOfFormat(format).objects[inner];
  if (object === undefined || inner === undefined) return [];
  return keysOf(object, inner, {}, place, format, found, form.object === undefined);
}

const targets = ['operationId', 'operationPath', 'channelPath', 'workflowId'];

function keysOf(
  object: ObjectForm,
  type: string,
  own: unknown,
  place: TextPlace,
  format: DocumentFormat,
  found: ExpressionPlace,
  isItem: boolean,
): readonly DocumentOffer[] {
  const form = formOfFormat(format);
  const there = membersThere(own, cursorMark);
  const isOld = format === 'arazzo' && found.document.version === '1.0';
  const isCalled = type === 'step' && there.some((key) => targets.includes(key));
  const offers = Object.entries(object.members)
    .filter(([key, { since }]) => {
      if (there.includes(key) || (isOld && since !== undefined)) return false;
      return !(isCalled && targets.includes(key));
    })
    .sort(([one, a], [other, b]) => rankOf(one, a) - rankOf(other, b))
    .map(([key, member]) => {
      const detail = `${wordsOfType(member.type)}${member.isRequired === true ? ' · required' : ''}`;
      const draft = { label: key, detail, says: describeMember(key, member, form, object.section) };
      return offerOfKey(draft, place, form, member.type, isItem);
    });
  const component = form.reusable?.[type];
  const isReference = component !== undefined && there.length === 0;
  const reference = { label: 'reference', detail: 'string', says: `\`$components.${component ?? ''}.NAME\`` };
  return isReference ? [...offers, offerOfKey(reference, place, form, 'string', isItem)] : offers;
}

/** What must be there comes first, and what is for people last. */
function rankOf(name: string, { isRequired }: MemberForm): number {
  if (isRequired === true) return 0;
  return name === 'description' || name === 'summary' ? 2 : 1;
}

/** Returns an offer of a request without what is not known of it. */
function draftOf({ label, detail, says, isDeprecated }: Omit<RequestOffer, 'newText' | 'replaces'>): Draft {
  return {
    label,
    ...(detail !== undefined && { detail }),
    ...(says !== undefined && { says }),
    ...(isDeprecated === true && { isDeprecated }),
  };
}

/** Returns what kind of value the snippet of a member begins with. */
function typeInRequest(newText: string): string {
  const behind = /^"(?:[^"\\]|\\.)*"\s*:\s*([[{])/.exec(newText)?.[1];
  return behind === '[' ? '[any]' : behind === '{' ? '{any}' : 'any';
}

function overlayValues(place: TextPlace, form: PlaceForm, { extended }: DocumentContext): readonly DocumentOffer[] {
  const isTarget = form.owner === 'action' && (form.key === 'target' || form.key === 'copy');
  if (isTarget && extended !== undefined)
    return offeredTargets(place.before, extended).map((draft) => offerOfValue(draft, draft.label, place, 'expression'));
  if (form.rest.length > 0) return [];
  if (form.type === 'boolean')
    return [true, false].map((value) => offerOfValue({ label: String(value) }, value, place));
  return (form.member?.values ?? []).map((value) => offerOfValue({ label: value }, value, place));
}

function arazzoValues(
  place: TextPlace,
  form: PlaceForm,
  found: ExpressionPlace,
  context: DocumentContext,
): readonly DocumentOffer[] {
  const { owner, key, type } = form;
  const isItem = place.form === 'block' && place.isFirst && type === '[string]';
  if (type === '[string]' && !isItem) return [];
  const component = arazzoForm.reusable?.[owner];
  if (owner === 'parameter' && key === 'name') return parameterOffers(place, form, found);
  if (component !== undefined && key === 'reference')
    return offeredComponents(place.tree, component).map((draft) =>
      offerOfValue(draft, draft.label, place, 'reference'),
    );
  const words = offeredWords(place, form, found).map((draft) =>
    offerOfValue(draft, draft.label, place, draft.detail === undefined ? 'value' : 'reference', isItem),
  );
  if (words.length > 0 || !takesExpression(form)) return words;
  return [...valuesInRequest(place, form, found, context), ...expressionsAt(place, form, found)];
}

/** Returns whether a value can have runtime expressions in it. */
function takesExpression({ owner, key, type }: PlaceForm): boolean {
  if (owner === 'criterion') return key === 'context' || key === 'condition';
  if (type === 'output') return true;
  if (key === 'outputs') return true;
  return (
    (key === 'value' && (owner === 'parameter' || owner === 'replacement')) || (owner === 'body' && key === 'payload')
  );
}

/** Returns what a request has at the place: values of parameters and of members of a body. */
function valuesInRequest(
  place: TextPlace,
  { owner, key }: PlaceForm,
  found: ExpressionPlace,
  { language }: DocumentContext,
): readonly DocumentOffer[] {
  const isInRequest = (owner === 'parameter' && key === 'value') || (owner === 'body' && key === 'payload');
  if (!isInRequest || found.isAfter) return [];
  const isBelow = place.form === 'block' && place.isFirst && place.quote === '';
  if (isBelow && key === 'payload') {
    // What begins on a line of its own is an object.
    const tree = withKey(place.tree, place.path);
    const inside = placeInArazzo(tree, place.path, found.sources);
    return offersInRequest(inside, language).map(({ newText, ...draft }) =>
      offerOfKey(draftOf(draft), place, arazzoForm, typeInRequest(newText), false),
    );
  }
  return offersInRequest(found, language).flatMap(({ newText, ...draft }) => {
    const value = owner === 'parameter' ? decoded(newText) : readPlain(newText);
    if (value === undefined) return [];
    return [offerOfValue({ ...draftOf(draft), label: String(value) }, value, place)];
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns what can be written in a text of several lines: expressions, and in a payload what the request has there. */
function inLiteral(
  place: TextPlace,
  form: PlaceForm,
  found: ExpressionPlace,
  { language }: DocumentContext,
): readonly DocumentOffer[] {
  if (!takesExpression(form)) return [];
  const expressions = expressionsAt(place, form, found);
  if (expressions.length > 0 || form.owner !== 'body') return expressions;
  const at = place.word.start + place.before.length;
  return offersInRequest(found, language, true).map(({ newText, replaces, ...draft }) => {
    // What follows a key on further lines is left to the one who writes.
    const [, key] = /^("(?:[^"\\]|\\.)*": )/.exec(newText) ?? [];
    const text = key ?? newText;
    const span = { start: at - replaces.before, end: at + replaces.behind };
    return {
      ...draftOf(draft),
      kind: key === undefined ? 'value' : 'key',
      edit: { span, newText: text },
      filterText: text,
    };
  });
}

/** Returns a tree in which the string with the mark is an object with that key. */
function withKey(tree: unknown, [step, ...rest]: readonly string[]): unknown {
  if (step === undefined) return { [String(tree)]: null };
  if (Array.isArray(tree))
    return (tree as readonly unknown[]).map((one, index) => (String(index) === step ? withKey(one, rest) : one));
  return isRecord(tree) ? { ...tree, [step]: withKey(tree[step], rest) } : tree;
}

/** Returns a value of a request's JSON; undefined for anything but a plain value. */
function readPlain(text: string): string | number | boolean | undefined {
  try {
    const value: unknown = JSON.parse(text.replace(/\$\{?\d(?::([^{}]*))?\}?/g, '$1'));
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the expression that ends a text; undefined where none does. */
function expressionBefore(text: string): string | undefined {
  let start = text.length;
  while (start > 0 && !/[\s{}()!=<>&|'",]/.test(text[start - 1] ?? '')) start--;
  const at = text.indexOf('$', start);
  return at === -1 ? undefined : text.slice(at);
}

/** Returns the runtime expressions that can be written at a position in a text. */
function expressionsAt(place: TextPlace, form: PlaceForm, found: ExpressionPlace): readonly DocumentOffer[] {
  const { word, before, behind, quote } = place;
  const typed = expressionBefore(before);
  const isEmpty = before === '' && behind === '';
  if (typed === undefined && !isEmpty && !(form.key === 'condition' && /\s$/.test(before))) return [];
  const isWhole = isEmpty || (typed === before && /^[^\s{}()!=<>&|'",]*$/.test(behind));
  const offers = offeredExpressions(typed ?? '', found);
  if (isWhole)
    return offers.map(({ goesOn, ...draft }) => ({
      ...offerOfValue(draft, draft.label, place, 'expression'),
      ...(goesOn === true && { triggersNext: true }),
    }));
  // The rest of the text stays.
  const at = word.start + (quote === '' ? 0 : 1) + before.length;
  const length = /^[^\s{}()!=<>&|'",]*/.exec(typed === undefined ? '' : behind)?.[0].length ?? 0;
  const span = { start: at - (typed ?? '').length, end: at + length };
  return offers.map(({ goesOn, ...draft }) => ({
    ...draft,
    kind: 'expression',
    edit: { span, newText: draft.label },
    filterText: draft.label,
    ...(goesOn === true && { triggersNext: true }),
  }));
}

/** Returns the parameters that can be given; of an item that has nothing else, with what it needs besides. */
function parameterOffers(place: TextPlace, form: PlaceForm, found: ExpressionPlace): readonly DocumentOffer[] {
  const { path, tree } = place;
  const own = valueAtPath(tree, path.slice(0, -1));
  const given = givenIn(valueAtPath(tree, path.slice(0, -2)));
  const isWhole = hasOnly(own, ['name']);
  return calledParameters(form, found, tree)
    .filter(({ label, in: where }) => !given.has(`${where ?? ''} ${label}`))
    .map(({ in: where, ...draft }) => {
      const offer = offerOfValue(draft, draft.label, place, 'reference');
      if (!isWhole || place.form === 'json') return offer;
      const front = place.form === 'flow' ? ', ' : `\n${' '.repeat(columnOfKey(place))}`;
      const rest = `${where === undefined ? '' : `${front}in: ${where}`}${front}value: `;
      return { ...offer, edit: { ...offer.edit, newText: offer.edit.newText + rest }, triggersNext: true };
    });
}

/** The value of `name: ` is behind its key. */
function columnOfKey({ column }: TextPlace): number {
  return column - 'name: '.length;
}

function calledParameters(
  { ownerPath }: PlaceForm,
  found: ExpressionPlace,
  tree: unknown,
): readonly OfferedParameter[] {
  const at = ownerPath.findIndex((step) => /^(?:on|success|failure)(?:Success|Failure|Actions)$/.test(step));
  if (at === -1) return parametersOf(found);
  const action = valueAtPath(tree, ownerPath.slice(0, at + 2));
  const id = isRecord(action) ? action['workflowId'] : undefined;
  if (typeof id !== 'string') return [];
  const target = findWorkflow(id, found.document, found.sources);
  return target.kind === 'workflow' ? inputsAsParameters(target.workflow, target.document) : [];
}

function givenIn(list: unknown): ReadonlySet<string> {
  const names = (Array.isArray(list) ? (list as readonly unknown[]) : []).flatMap((one) => {
    if (!isRecord(one)) return [];
    const { name, in: place } = one;
    return [`${typeof place === 'string' ? place : ''} ${String(name)}`];
  });
  return new Set(names);
}
