import type { Field, ObjectShape, Shape } from '@rulebook/catalogue/shape';
import type { JsonNode } from '@rulebook/json/json-node';
import { shapesOf } from './bound-values';

/** Returns the JSON text of the object that is meant by a list of names, or by a value of its only field; undefined where that is not certain. */
export function objectMeantBy(node: JsonNode, shape: Shape, text: string): string | undefined {
  if (shape.type !== 'object') return undefined;
  if (node.type === 'array') return entriesOf(node.children ?? [], shape, text);
  const field = node.type === 'string' ? fieldMeantBy(String(node.value), shape) : undefined;
  return field && `{ ${JSON.stringify(field.name)}: ${sourceOf(node, text)} }`;
}

function sourceOf({ offset, length }: JsonNode, text: string): string {
  return text.slice(offset, offset + length);
}

/** `["a", { "b": {} }]` is meant as `{ "a": {}, "b": {} }`, where an entry needs nothing. */
function entriesOf(items: readonly JsonNode[], { entries }: ObjectShape, text: string): string | undefined {
  if (entries === undefined || items.length === 0) return undefined;
  const takesNothing = shapesOf(entries.shape).some(
    (one) => one.type === 'object' && !one.fields.some(({ required }) => required === true),
  );
  const names = new Set<unknown>();
  const members: string[] = [];
  for (const item of items) {
    const [property, ...others] = item.type === 'object' ? (item.children ?? []) : [];
    const isName = item.type === 'string' && takesNothing;
    if (!isName && (property === undefined || others.length > 0)) return undefined;
    names.add(isName ? item.value : property?.children?.[0]?.value);
    members.push(isName ? `${sourceOf(item, text)}: {}` : property === undefined ? '' : sourceOf(property, text));
  }
  // Of two entries with one name, one would be lost.
  return names.size === items.length ? `{ ${members.join(', ')} }` : undefined;
}

/** A URL is meant for the field that takes one; another text for the only field that must be there. */
function fieldMeantBy(value: string, { fields }: ObjectShape): Field | undefined {
  const takesText = (field: Field) => shapesOf(field.shape).some(({ type }) => type === 'string');
  const isUrl = /^(?:https?:\/\/|\{\{)/.test(value);
  const ofUrls = fields.filter((field) =>
    shapesOf(field.shape).some((one) => one.type === 'string' && one.format === 'url'),
  );
  const required = fields.filter((field) => field.required === true);
  const [found, ...others] = isUrl && ofUrls.length > 0 ? ofUrls : required;
  return found !== undefined && others.length === 0 && takesText(found) ? found : undefined;
}
