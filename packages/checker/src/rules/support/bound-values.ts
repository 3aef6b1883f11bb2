import { isOlder } from '../../binding/target';
import { versionFor } from '../../binding/vendor-facts';
import type { Binding, BoundMember, BoundParameter, BoundValue } from '../../binding/model';
import { keyPatternOf } from '../../binding/field-of';
import { objectShapeOf } from '../../binding/model';
import type { Field, ObjectShape, Shape } from '@rulebook/catalogue/shape';
import type { JsonNode } from '@rulebook/json/json-node';
import type { Span } from '@rulebook/text/span';
import { span } from '@rulebook/text/span';

/** Returns whether the value belongs to a recorded response, which is not sent. */
export function isRecorded(value: BoundValue, binding: Binding): boolean {
  if (binding.responseBody === undefined) return false;
  let root = value;
  for (let outer = outerOf(root); outer !== undefined; outer = outerOf(root)) root = outer;
  return root === binding.responseBody;
}

function outerOf({ original, parent }: BoundValue): BoundValue | undefined {
  return original ?? parent;
}

/** Returns whether the value is unknown, because a string, number or literal contains a placeholder. */
export function isUnknown(value: BoundValue): boolean {
  return value.isOpaque && value.node.type !== 'object' && value.node.type !== 'array';
}

/** Returns whether a key of the object contains a placeholder or cannot be read, so that no key is certainly absent. */
export function hasOpenKeys(value: BoundValue, { block }: Binding): boolean {
  if (value.members.some((member) => member.isOpaque)) return true;
  const body = block.request?.body;
  if (body?.kind !== 'json' || body.problems.length === 0) return false;
  return body.problems.some(
    ({ mayHideMember, span: { start } }) =>
      mayHideMember === true &&
      value.span.start <= start &&
      start <= value.span.end &&
      !value.members.some(
        (member) => member.value !== undefined && member.value.span.start < start && start < member.value.span.end,
      ),
  );
}

/** Returns the member that is the field, under its name or one of its other spellings. */
export function memberFor(value: BoundValue, field: Field): BoundMember | undefined {
  for (const member of value.members) {
    if (member.key === field.name || field.aliases?.includes(member.key) === true) return member;
  }
  return undefined;
}

/** Returns those of the fields that no member is, under its name or one of its other spellings. */
export function fieldsWithoutMember(value: BoundValue, fields: readonly Field[]): readonly Field[] {
  if (fields.length === 0) return fields;
  const { members } = value;
  if (fields.length * members.length < few) return fields.filter((field) => memberFor(value, field) === undefined);
  const keys = new Set(members.map(({ key }) => key));
  return fields.filter(({ name, aliases = none }) => !keys.has(name) && !aliases.some((alias) => keys.has(alias)));
}

/** So many comparisons take less time than a set of the names. */
const few = 64;

/** Returns the wanted fields that the object omits; none if a placeholder may provide them. */
export function absentFieldsOf(
  value: BoundValue,
  binding: Binding,
  wantedOf: (shape: ObjectShape) => readonly Field[],
): readonly Field[] {
  const shape = objectShapeOf(value);
  if (shape === undefined || value.node.type !== 'object') return none;
  const absent = fieldsWithoutMember(value, wantedOf(shape)).filter(
    ({ since, provenance }) => since === undefined || !isOlder(versionFor(provenance, binding), since),
  );
  return absent.length > 0 && hasOpenKeys(value, binding) ? none : absent;
}

const none: readonly never[] = [];

/** Returns a scalar as text: the content of a string, otherwise the JSON text; undefined for objects, arrays and placeholders. */
export function scalarTextOf(value: BoundValue): string | undefined {
  if (isUnknown(value) || value.node.type === 'object' || value.node.type === 'array') return undefined;
  return value.node.type === 'string' ? String(value.node.value) : JSON.stringify(value.node.value);
}

/** Returns the content of a string, or undefined for any other value and for a string with a placeholder. */
export function stringOf(value: BoundValue): string | undefined {
  return value.node.type === 'string' && !value.isOpaque ? String(value.node.value) : undefined;
}

/** Returns the span of a JSON node. */
export function nodeSpan(node: JsonNode): Span {
  return span(node.offset, node.offset + node.length);
}

/** Returns the shapes that a parameter's text may be checked by: the declared one, or its options. */
export function shapesOf(shape: Shape): readonly Exclude<Shape, { type: 'choice' }>[] {
  return shape.type === 'choice' ? shape.options : [shape];
}

/** Returns whether a text is a placeholder of another notation, such as `{id}`, `<id>`, `:id` or `$ID`. */
export function isPlaceholder(text: string): boolean {
  // Asked about each parameter, and nearly all begin with a letter.
  const first = text.charCodeAt(0);
  if (first !== openBrace && first !== lessThan && first !== colon && first !== dollar) return false;
  return /^(\{[^{}]+\}|<[^<>{}]+>|:[A-Za-z_]\w*|\$[A-Za-z_]\w*|\$\{\w+\})$/.test(text);
}

const smallA = 0x61;
const smallZ = 0x7a;
const openBrace = 0x7b;
const lessThan = 0x3c;
const colon = 0x3a;
const dollar = 0x24;

/** Returns whether the text of a path parameter is not yet a value: a placeholder, its own name, or a word in capitals instead of a number. */
export function isUnfilled({ kind, text, field, isSent }: BoundParameter): boolean {
  if (isSent === true || kind !== 'path' || text === '') return false;
  if (isPlaceholder(text)) return true;
  const isName = text === field.name;
  const first = text.charCodeAt(0);
  if (!isName && first >= smallA && first <= smallZ) return false;
  if (text === field.name.toUpperCase()) return true;
  if (!isName && !/^[A-Z][A-Z\d]*([_-][A-Z\d]+)*$/.test(text)) return false;
  return shapesOf(field.shape).every(({ type }) => type === 'integer' || type === 'number');
}

/** Returns whether the parameter has no value and is described as one that needs none, as by `allowEmptyValue`. */
export function isAllowedEmpty({ text, field }: BoundParameter): boolean {
  return text === '' && field.bare !== undefined && field.provenance.kind === 'described';
}

/** Returns whether the parameter has a known text. */
export function isKnownText(parameter: BoundParameter): boolean {
  const { hasValue, hasPlaceholder, text, isSent } = parameter;
  if (!hasValue || hasPlaceholder || isAllowedEmpty(parameter)) return false;
  return isSent === true || (!isPlaceholder(text) && !isUnfilled(parameter));
}

/** Returns whether the text contains the request line; a body file does not. */
export function hasRequestLine(binding: Binding): boolean {
  return binding.block.association === undefined;
}

/** Returns whether the object's shape does not know the member's key. */
export function isUnknownMember(value: BoundValue, member: BoundMember): boolean {
  const shape = objectShapeOf(value);
  if (shape === undefined || shape.entries !== undefined || member.field !== undefined || member.isOpaque) return false;
  return keyPatternOf(shape, member.key) === undefined;
}
