import { chooseShape, readMemberText, type ReadDecider } from '../../binding/choose-shape';
import { skeletonNumber } from '../../binding/limits';
import type { Field, Shape } from '@rulebook/catalogue/shape';
import type { ValueSet } from '@rulebook/catalogue/values';
import type { JsonNode } from '@rulebook/json/json-node';
import type { TextEdit } from '@rulebook/text/edit';
import { span } from '@rulebook/text/span';
import { lineEndOf } from '@rulebook/text/lines';

/** Returns the edit that adds a member to an object, with comma, line break and indentation as the object has them. */
export function insertMember(text: string, object: JsonNode, name: string, json: string): TextEdit {
  return insertMembers(text, object, [[name, json]]);
}

/** Returns the edit that adds members, each a name with its JSON text, behind those of an object. */
export function insertMembers(
  text: string,
  object: JsonNode,
  added: readonly (readonly [name: string, json: string])[],
): TextEdit {
  const properties = object.children ?? [];
  const first = properties[0];
  const last = properties[properties.length - 1];
  if (first === undefined || last === undefined) return insertFirst(text, object, added);
  const end = last.offset + last.length;
  const comma = /^\s*,/.exec(text.slice(end))?.[0].length;
  const isOnOwnLine = /\n[ \t]*$/.test(text.slice(object.offset, first.offset));
  const indent = indentAt(text, first.offset);
  const lead = isOnOwnLine ? `${lineEndOf(text)}${indent}` : ' ';
  const members = added
    .map(([name, json]) => `${lead}${JSON.stringify(name)}: ${isOnOwnLine ? reindent(json, indent) : flatten(json)}`)
    .join(',');
  return comma === undefined
    ? { span: span(end, end), newText: `,${members}` }
    : { span: span(end + comma, end + comma), newText: members };
}

function insertFirst(
  text: string,
  object: JsonNode,
  added: readonly (readonly [name: string, json: string])[],
): TextEdit {
  const outer = indentAt(text, object.offset);
  const indent = outer + indentUnitOfText(text);
  const lineEnd = lineEndOf(text);
  const open = object.offset + 1;
  const closing = object.offset + object.length - 1;
  const isClosed = object.length > 1 && text[closing] === '}';
  const lineStart = text.lastIndexOf('\n', object.offset - 1) + 1;
  // An object that is on the same line as its parent stays on that line.
  const isInline = isClosed && /[{[]/.test(text.slice(lineStart, object.offset));
  if (isInline && /^\s*$/.test(text.slice(open, closing))) {
    return {
      span: span(open, closing),
      newText: ` ${added.map(([name, json]) => `${JSON.stringify(name)}: ${flatten(json)}`).join(', ')} `,
    };
  }
  const blank = /^\s*/.exec(text.slice(open, isClosed ? closing : open))?.[0].length ?? 0;
  const isBlank = open + blank === closing;
  const members = added
    .map(([name, json]) => `${lineEnd}${indent}${JSON.stringify(name)}: ${reindent(json, indent)}`)
    .join(',');
  return { span: span(open, isBlank ? closing : open), newText: isBlank ? `${members}${lineEnd}${outer}` : members };
}

/** Returns the edit that removes a member or an item together with its comma. */
export function removeChild(text: string, parent: JsonNode, child: JsonNode): TextEdit {
  const children = parent.children ?? [];
  const index = children.indexOf(child);
  const next = children[index + 1];
  const previous = children[index - 1];
  if (next !== undefined) return { span: span(child.offset, next.offset), newText: '' };
  const end = child.offset + child.length;
  if (previous !== undefined) return { span: span(previous.offset + previous.length, end), newText: '' };
  const closing = parent.offset + parent.length - 1;
  const isAlone = /^\s*$/.test(text.slice(parent.offset + 1, child.offset)) && /^\s*$/.test(text.slice(end, closing));
  return isAlone
    ? { span: span(parent.offset + 1, closing), newText: '' }
    : { span: span(child.offset, end), newText: '' };
}

/** Returns the edit that replaces a node by other JSON text. */
export function replaceNode(node: JsonNode, json: string): TextEdit {
  return { span: span(node.offset, node.offset + node.length), newText: json };
}

/** Returns the source of a JSON string with each single backslash doubled; quotes and pairs are unchanged. */
export function doubleBackslashes(source: string): string {
  return source.replace(/\\\\|\\(?!")/g, '\\\\');
}

/** Returns the property nodes of an object as key, value and the whole. */
export function propertiesOfObject(
  object: JsonNode,
): readonly { readonly key: JsonNode; readonly value?: JsonNode; readonly property: JsonNode }[] {
  if (object.type !== 'object') return [];
  return (object.children ?? []).flatMap((property) => {
    const [key, value] = property.children ?? [];
    if (key === undefined) return [];
    return [value === undefined ? { key, property } : { key, value, property }];
  });
}

/** Returns the property whose key starts at the offset. */
export function propertyAt(object: JsonNode, keyOffset: number): JsonNode | undefined {
  return (object.children ?? []).find((property) => property.offset === keyOffset);
}

/**
 * Returns the initial JSON text of a field: its example, or a value with all required members. `holder` is the object to which
 * the field is added; its other members can decide what is required.
 */
export function skeletonOf(field: Field, holder?: JsonNode): string {
  if (field.example !== undefined) return withoutPlaceholders(field.example);
  const read: ReadDecider = (of, name) => (of === 'self' ? null : readMemberText(holder, name, []));
  return skeletonOfShape(field.shape, field.default, read);
}

function skeletonOfShape(shape: Shape, fallback: string | undefined, read: ReadDecider): string {
  if (fallback !== undefined) return fallback;
  switch (shape.type) {
    case 'string':
      return JSON.stringify(String(firstValueOf(shape.values) ?? ''));
    case 'integer':
    case 'number':
      return String(skeletonNumber(shape));
    case 'boolean':
      return 'false';
    case 'null':
      return 'null';
    case 'array': {
      const items = shape.items.type === 'choice' ? shape.items.options[0] : shape.items;
      return items === undefined || items.type === 'any'
        ? '[]'
        : `[${skeletonOfShape(items, undefined, nothingWritten)}]`;
    }
    case 'object': {
      const required = shape.fields.filter((field) => field.required === true);
      if (required.length === 0) return '{}';
      const members = required.map((field) => `  ${JSON.stringify(field.name)}: ${reindent(skeletonOf(field), '  ')}`);
      return `{\n${members.join(',\n')}\n}`;
    }
    case 'choice':
      return shape.options[0] === undefined ? '{}' : skeletonOfShape(shape.options[0], undefined, read);
    case 'switch':
      return skeletonOfShape(chooseShape(shape, read), undefined, read);
    case 'any':
      return '{}';
  }
}

/** The first documented value is better than none. */
function firstValueOf(values: ValueSet | undefined): string | number | undefined {
  return values?.closed === true || values?.provenance.kind === 'documented' ? values.values[0]?.value : undefined;
}

const nothingWritten: ReadDecider = () => null;

/** Returns the indentation of the line that contains the offset. */
export function indentAt(text: string, offset: number): string {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(lineStart, offset))?.[0] ?? '';
}

/** Returns the text with every line but the first moved to the right by the indentation. */
export function reindent(json: string, indent: string): string {
  return json.replace(/\n/g, `\n${indent}`);
}

function flatten(json: string): string {
  return json.replace(/([{[])?\n\s*([}\]])?/g, (_, open = '', close = '') =>
    (open === '[' && close === '') || (open === '' && close === ']') ? open + close : `${open} ${close}`,
  );
}

/** Returns one step of the indentation of the JSON in a text. */
export function indentUnitOfText(text: string): string {
  return /\n(\t|[ ]{2,8})["{[]/.exec(text)?.[1] ?? '  ';
}

function withoutPlaceholders(snippet: string): string {
  return snippet
    .replace(/\$\{\d+:([^{}]*)\}/g, '$1')
    .replace(/\$\{\d+\|([^,|]*)[^}]*\}/g, '$1')
    .replace(/\$\{\d+\}|\$\d+/g, '')
    .replace(/\\([$}\\])/g, '$1');
}
