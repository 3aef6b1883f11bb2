import { acceptsParameter } from '../binding/accepts-text';
import { fieldOf } from '../binding/field-of';
import { casesOf } from '../binding/choose-shape';
import { objectShapeOf, type Binding, type BoundParameter, type BoundValue } from '../binding/model';
import type { Remark } from '@rulebook/catalogue/facts';
import type { Field, ObjectShape, Shape } from '@rulebook/catalogue/shape';
import type { ValueSet } from '@rulebook/catalogue/values';
import { isSecretMember } from '@rulebook/catalogue/masking/secret-names';
import type { JsonNode } from '@rulebook/json/json-node';
import { objectMeantBy } from './support/as-object';
import { booleanMeant } from './support/boolean-word';
import { isRecorded, shapesOf } from './support/bound-values';
import { changeTo } from './support/change-to';
import { checkedParameters } from './support/checked-parameters';
import { indentAt, reindent, replaceNode } from './support/json-edits';
import { wrappedItem } from './support/wrapped-item';
import type { BlockRule, Fix, Reporter } from './rule';
import {
  code,
  documentedOrDescribed,
  namedOptionsOf,
  provenanceOf,
  quoted,
  subjectOf,
  typeOf,
  typeProvenanceOf,
  withRemark,
} from './support/wording';

/** Reports a value whose type is not the documented one. */
export const wrongType: BlockRule = {
  id: 'wrong-type',
  scope: 'block',
  category: 'correctness',
  severity: 'error',
  docs: {
    what: 'Reports a value whose type is not the documented one.',
    why: 'The service refuses a value of the wrong type, or reads it as something else. If the type is known from the reference layer only, a string that servers read as a number or a boolean is reported as information.',
    remedy: 'Write the value with the type that the message names. The quick fix converts it where possible.',
  },
  concerns: () => false,
  value(value, binding, report) {
    if (!value.isMismatch || isRecorded(value, binding)) return;
    const unnamed = unnamedEntryOf(value);
    if (unnamed !== undefined) {
      reportUnnamed(value, unnamed, binding, report);
      return;
    }
    const provenance = provenanceOf(value, binding);
    // A description states the types of an interface, not what the service makes of others.
    if (provenance.kind === 'described' && isAcceptedAnyway(value, binding)) return;
    const isLenient =
      provenance.kind === 'reference' && binding.service?.leniency?.textForScalar !== undefined && isReadAsOne(value);
    const remark = value.node.type === 'array' && value.node.children?.length === 0 ? emptyListOf(value) : undefined;
    if (remark !== undefined) {
      const message = withRemark(`${subjectOf(value)} must be ${typeOf(value.declared)}.`, remark);
      const { anchor: span } = value;
      report({ message, span, severity: 'warning', isRefused: false, provenance, fixes: () => [] });
      return;
    }
    report({
      message: isLenient
        ? `${subjectOf(value)} is ${documentedOrDescribed(provenance)} as ${typeOf(value.declared)}; servers accept this string too.`
        : `${subjectOf(value)} must be ${typeOf(value.declared)}.`,
      span: value.node.type === 'object' || value.node.type === 'array' ? value.anchor : value.span,
      severity: isLenient ? 'information' : undefined,
      isRefused: isLenient ? false : undefined,
      provenance,
      fixes: () => fixesToType(value, binding.block.text),
    });
  },
  concernsParameter: ({ shape }) => shape.type !== 'string' && shape.type !== 'any',
  parameter(parameter, binding, report) {
    if (binding.operation?.isOutline) return;
    for (const part of checkedParameters(parameter)) {
      if (fitsText(part)) continue;
      const { field, span } = part;
      report({
        message: `${code(field.name)} must be ${typeOf(field.shape)}.`,
        span,
        provenance: typeProvenanceOf(field),
        fixes: () => (field.shape.type === 'boolean' ? changeTo(booleanMeant(part.text), span) : []),
      });
    }
  },
};

interface UnnamedEntry {
  readonly keyName: string;
  /** The shapes that an entry of the map can have. */
  readonly shapes: readonly ObjectShape[];
  readonly map: BoundValue;
}

/** Returns the entry whose name is missing, for a member that belongs into an entry of the map: `{ "cluster": […] }` for roles by name. */
function unnamedEntryOf({ parent: map, name }: BoundValue): UnnamedEntry | undefined {
  const entries = map && objectShapeOf(map)?.entries;
  if (map === undefined || entries === undefined) return undefined;
  const shapes = objectShapesOf(entries.shape);
  const isMember = shapes.length > 0 && hasField(shapes, name) && shapes.every((shape) => shape.entries === undefined);
  return isMember ? { keyName: entries.keyName, shapes, map } : undefined;
}

function objectShapesOf(shape: Shape): readonly ObjectShape[] {
  if (shape.type === 'object') return [shape];
  return shape.type === 'switch' ? casesOf(shape).flatMap(([, option]) => objectShapesOf(option)) : [];
}

function hasField(shapes: readonly ObjectShape[], key: string): boolean {
  return shapes.some((shape) => fieldOf(shape, key) !== undefined);
}

function reportUnnamed(
  value: BoundValue,
  { keyName, shapes, map }: UnnamedEntry,
  binding: Binding,
  report: Reporter,
): void {
  const { node } = map;
  const { text } = binding.block;
  const shape = shapes.find((one) => fieldOf(one, value.name) !== undefined);
  const name = `my-${keyName.replace(/ .*/, '')}`;
  report({
    message: `The ${keyName} is missing: ${code(value.name)} belongs to the ${shape?.name ?? 'entry'} below its name.`,
    span: value.anchor,
    provenance: shape?.provenance ?? provenanceOf(value, binding),
    // A member that the entry does not know may be a name.
    fixes: () =>
      map.members.some(({ key, isOpaque }) => isOpaque || !hasField(shapes, key))
        ? []
        : [
            {
              title: `Move the members into ${quoted(name)}`,
              edits: [replaceNode(node, nestedIn(name, text, node))],
              isSafe: false,
            },
          ],
  });
}

/** Returns the object as the only member of another object, in the layout of the original. */
function nestedIn(name: string, text: string, node: JsonNode): string {
  const source = text.slice(node.offset, node.offset + node.length);
  if (!source.includes('\n')) return `{ ${JSON.stringify(name)}: ${source} }`;
  const indent = indentAt(text, node.offset);
  const unit = '  ';
  return `{\n${indent}${unit}${JSON.stringify(name)}: ${reindent(source, unit)}\n${indent}}`;
}

function fitsText({ text, field }: BoundParameter): boolean {
  return shapesOf(field.shape).some((shape) => {
    if (shape.type === 'integer') return /^[+-]?\d+$/.test(text) || isListed(text, shape.values);
    if (shape.type === 'number') return /^[+-]?\d+(\.\d+)?$/.test(text) || acceptsParameter(shape, text);
    if (shape.type === 'boolean') return isBoolean(text, field);
    if (shape.type === 'null') return acceptsParameter(shape, text);
    return true;
  });
}

/** Most servers also take the words of other languages, which descriptions do not name. */
function isBoolean(text: string, { provenance, bare }: Field): boolean {
  return (
    text === 'true' ||
    text === 'false' ||
    (text === '' && bare !== undefined) ||
    (provenance.kind === 'described' && /^(?:true|false|[01])$/i.test(text))
  );
}

/** Returns whether the text is a word that may replace a number, such as `all`. */
function isListed(text: string, values: ValueSet | undefined): boolean {
  return values?.values.some(({ value }) => value === text) === true;
}

/** Returns whether the string contains a number or a boolean where one is expected. */
function isReadAsOne({ node, declared }: BoundValue): boolean {
  if (node.type !== 'string') return false;
  const text = String(node.value);
  return shapesOf(declared).some(({ type }) => {
    if (type === 'boolean') return text === 'true' || text === 'false';
    return (type === 'integer' || type === 'number') && /^-?\d+(\.\d+)?$/.test(text);
  });
}

/** Returns whether the service is known to accept a value of this type instead of the described one. */
function isAcceptedAnyway(value: BoundValue, { method, service }: Binding): boolean {
  const { node, declared, field } = value;
  // `null` for the entry of a map removes it, as RFC 7396 says of changes.
  if (node.type === 'null' && field === undefined && method === 'PATCH' && value.parent?.node.type === 'object')
    return true;
  const leniency = service?.leniency;
  if (leniency === undefined) return false;
  const shapes = shapesOf(declared);
  switch (node.type) {
    case 'null':
      if (leniency.nullForOptional?.isNotForLists && shapes.every(({ type }) => type === 'array')) return false;
      return leniency.nullForOptional !== undefined && field !== undefined && field.required !== true;
    case 'string':
      if (leniency.textForScalar !== undefined && isReadAsOne(value)) return true;
      break;
    case 'number':
    case 'boolean':
      if (leniency.scalarForText !== undefined && shapes.some(({ type }) => type === 'string')) return true;
      break;
    case 'array':
      return leniency.listForObject !== undefined && shapes.some(isListInObject);
    default:
      break;
  }
  return (
    leniency.itemForList !== undefined && shapes.some((shape) => shape.type === 'array' && takes(shape.items, node))
  );
}

/** Returns what servers make of an empty list instead of the object. */
function emptyListOf({ declared }: BoundValue): Remark | undefined {
  for (const shape of shapesOf(declared))
    if ((shape.type === 'object' || shape.type === 'switch') && shape.emptyList !== undefined) return shape.emptyList;
  return undefined;
}

/** Returns whether the object has one member that is a list, which then may stand for it. */
function isListInObject(shape: Shape): boolean {
  return shape.type === 'object' && shape.fields.filter(({ shape: { type } }) => type === 'array').length === 1;
}

function takes(shape: Shape, { type }: JsonNode): boolean {
  return shapesOf(shape).some((option) => {
    if (option.type === 'any' || (option.type === 'switch' && type === 'object')) return true;
    return option.type === type || (option.type === 'integer' && type === 'number');
  });
}

function fixesToType(value: BoundValue, text: string): readonly Fix[] {
  const { declared } = value;
  const json = (declared.type === 'choice' ? namedOptionsOf(declared) : [declared])
    .map((shape) => {
      const candidate = converted(value, shape, text);
      return candidate !== undefined && isAccepted(candidate, shape) ? candidate : undefined;
    })
    .find((candidate) => candidate !== undefined);
  if (json === undefined) return objectFixes(value, text);
  const isLong = json.length > 40 || isSecretMember(value.name);
  const title = isLong ? `Convert to ${typeOf(value.declared)}` : `Change to ${quoted(json)}`;
  // A corrected misspelling is a guess; only the same value in another type is certain.
  const isSafe = value.node.type !== 'string' || String(value.node.value).toLowerCase() === json;
  return [{ title, edits: [replaceNode(value.node, json)], isSafe: isSafe || value.declared.type !== 'boolean' }];
}

/** Returns the fix that writes the object which is meant. */
function objectFixes({ node, declared, name }: BoundValue, text: string): readonly Fix[] {
  const json = shapesOf(declared)
    .map((shape) => objectMeantBy(node, shape, text))
    .find((one) => one !== undefined);
  if (json === undefined) return [];
  const isLong = json.length > 40 || isSecretMember(name);
  const title = isLong ? 'Convert to an object' : `Change to ${quoted(json)}`;
  return [{ title, edits: [replaceNode(node, json)], isSafe: false }];
}

/** Returns whether the converted value is accepted; otherwise the fix would only lead to the next finding. */
function isAccepted(json: string, shape: Shape): boolean {
  if (shape.type === 'string' && shape.format !== undefined && /^"[\d.-]*"$|^"(true|false)"$/.test(json)) return false;
  const values =
    shape.type === 'string' || shape.type === 'integer' || shape.type === 'number' ? shape.values : undefined;
  if (values?.closed !== true) return true;
  return values.values.some(({ value }) => String(value) === json.replace(/^"|"$/g, ''));
}

/** Returns the JSON text of the value in another type, if nothing is lost. */
function converted(value: BoundValue, shape: Shape, text: string): string | undefined {
  const { node } = value;
  const source = text.slice(node.offset, node.offset + node.length);
  switch (shape.type) {
    case 'array':
      return wrappedItem(node, shape, text);
    case 'string': {
      if (node.type === 'number' || node.type === 'boolean') return JSON.stringify(source);
      return onlyItem(value, shape, text);
    }
    case 'integer':
    case 'number': {
      const pattern = shape.type === 'integer' ? /^-?(0|[1-9]\d*)$/ : /^-?(0|[1-9]\d*)(\.\d+)?$/;
      if (node.type === 'string' && pattern.test(String(node.value))) return String(node.value);
      return onlyItem(value, shape, text);
    }
    case 'boolean':
      if (node.type === 'string') return booleanMeant(String(node.value));
      return onlyItem(value, shape, text);
    case 'object':
    case 'switch':
      return onlyItem(value, shape, text);
    default:
      return undefined;
  }
}

function onlyItem({ node }: BoundValue, shape: Shape, text: string): string | undefined {
  const [item, ...others] = node.type === 'array' ? (node.children ?? []) : [];
  const wanted = shape.type === 'integer' ? 'number' : shape.type === 'switch' ? 'object' : shape.type;
  if (item === undefined || others.length > 0 || item.type !== wanted) return undefined;
  return text.slice(item.offset, item.offset + item.length);
}
