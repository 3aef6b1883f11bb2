import type { Binding, BoundParameter } from '@rulebook/checker/binding/model';
import { membersOfObject, type JsonNode } from '@rulebook/json/json-node';
import type { Block, HeaderField, QueryParameter } from '@rulebook/request-file/syntax/model';
import type { FormPart } from '@rulebook/request-file/syntax/bodies/form-body';
import { decodePart } from '@rulebook/text/decode';
import type { Span } from '@rulebook/text/span';

/** Where in a request an element is written, as far as an edit needs it. */
export type WrittenPlace =
  | { readonly kind: 'query'; readonly parameter: QueryParameter }
  | { readonly kind: 'header'; readonly field: HeaderField }
  | { readonly kind: 'cookie' }
  | { readonly kind: 'path'; readonly parameter: BoundParameter }
  | { readonly kind: 'form'; readonly part: FormPart }
  | { readonly kind: 'member'; readonly object: JsonNode; readonly property: JsonNode; readonly value: JsonNode }
  | { readonly kind: 'item' | 'root'; readonly value: JsonNode };

/** An element that a request uses, under the names that a change may give it. */
export interface UsedElement {
  readonly elements: readonly string[];
  /** What shows it: the name of a parameter, the key of a member. */
  readonly span: Span;
  /** The value as it is sent; absent where it has a variable, and for objects and lists. */
  readonly text?: string;
  readonly valueSpan?: Span;
  /** What findings about it are at: name and value; of an object or list, its beginning. */
  readonly reach?: Span;
  readonly place: WrittenPlace;
}

/** An object in a body, to which a member may have to be added. */
export interface UsedObject {
  readonly element: string;
  readonly node: JsonNode;
  readonly keys: ReadonlySet<string>;
}

/** What a request writes. */
export interface UsedParts {
  readonly elements: readonly UsedElement[];
  readonly objects: readonly UsedObject[];
  /** Some of the query is a variable, which may be any parameter. */
  readonly isQueryOpen: boolean;
  /** Some of the head is a variable. */
  readonly isHeadOpen: boolean;
  readonly hasBody: boolean;
}

/** A deeper part of a body is not looked at. */
const deepest = 60;

/** Returns the elements of its operation that a request writes, each with its place. */
export function usedParts(binding: Binding): UsedParts {
  const { block, request } = binding;
  const elements: UsedElement[] = [];
  const objects: UsedObject[] = [];
  for (const parameter of binding.path) elements.push(ofPath(parameter));
  for (const parameter of request.target.query) elements.push(ofQuery(parameter));
  for (const field of request.headers) elements.push(...ofHeader(field));
  for (const part of binding.form?.parts ?? []) elements.push(ofForm(part));
  const { body } = request;
  const values = body?.kind === 'json' ? body.values : body?.kind === 'graphql' ? [] : [];
  const root = elementAt(block.association?.at ?? '');
  for (const value of values) {
    const isOpaque = hasVariable(block, spanOf(value));
    elements.push({
      elements: [root],
      span: { start: value.offset, end: value.offset + 1 },
      ...(isScalar(value) && !isOpaque && { text: String(value.value), valueSpan: spanOf(value) }),
      place: { kind: 'root', value },
    });
    addBelow({ block, elements, objects }, root, value, 0);
  }
  return {
    elements,
    objects,
    isQueryOpen: request.target.query.some(({ name }) => name.text.includes('{{')),
    isHeadOpen:
      (request.headVariables ?? []).length > 0 || request.headers.some(({ name }) => name.text.includes('{{')),
    hasBody: body !== undefined,
  };
}

/** Returns the name of the part of a body to which a JSON pointer leads. */
function elementAt(pointer: string): string {
  const steps = pointer.split('/').slice(1);
  return `$${steps.map((step) => (/^\d+$/.test(step) ? '[]' : `.${step}`)).join('')}`;
}

function ofPath(parameter: BoundParameter): UsedElement {
  const { field, span, text, hasPlaceholder } = parameter;
  return {
    elements: [`path ${field.name}`],
    span,
    ...(!hasPlaceholder && { text: decodePart(text, { isForm: false }) }),
    valueSpan: span,
    place: { kind: 'path', parameter },
  };
}

function ofQuery(parameter: QueryParameter): UsedElement {
  const { name, value, hasPlaceholder } = parameter;
  const decoded = decodePart(name.text, { isForm: true });
  return {
    elements: [`query ${decoded}`, ...(decoded.includes('[') ? [`query ${decoded.split('[', 1)[0] ?? ''}`] : [])],
    span: parameter.span,
    ...(!hasPlaceholder && value && { text: decodePart(value.text, { isForm: true }) }),
    ...(value && { valueSpan: value.span }),
    place: { kind: 'query', parameter },
  };
}

function ofHeader(field: HeaderField): readonly UsedElement[] {
  const { name, value, hasPlaceholder } = field;
  if (field.sharedBy !== undefined) {
    // It is written elsewhere: it is used, and nothing here is edited.
    return [{ elements: [`header ${name.text.toLowerCase()}`], span: { start: 0, end: 0 }, place: { kind: 'cookie' } }];
  }
  const cookies = name.text.toLowerCase() === 'cookie' ? value.text.split(';') : [];
  return [
    {
      elements: [`header ${name.text.toLowerCase()}`],
      span: field.span,
      ...(!hasPlaceholder && { text: value.text }),
      valueSpan: value.span,
      place: { kind: 'header', field },
    },
    ...cookies.map((cookie): UsedElement => ({
      elements: [`cookie ${cookie.split('=', 1)[0]?.trim() ?? ''}`],
      span: value.span,
      place: { kind: 'cookie' },
    })),
  ];
}

function ofForm(part: FormPart): UsedElement {
  const { name, value, hasPlaceholder } = part;
  const decoded = decodePart(name.text, { isForm: true });
  return {
    elements: [`form ${decoded}`, `$.${decoded}`],
    span: part.span,
    ...(!hasPlaceholder && value && { text: decodePart(value.text, { isForm: true }), valueSpan: value.span }),
    place: { kind: 'form', part },
  };
}

interface Found {
  readonly block: Block;
  readonly elements: UsedElement[];
  readonly objects: UsedObject[];
}

function addBelow(found: Found, at: string, node: JsonNode, depth: number): void {
  if (depth > deepest) return;
  const { block, elements, objects } = found;
  if (node.type === 'array') {
    for (const value of node.children ?? []) {
      elements.push({ ...ofValue(block, `${at}[]`, value), span: spanOf(value), place: { kind: 'item', value } });
      addBelow(found, `${at}[]`, value, depth + 1);
    }
    return;
  }
  if (node.type !== 'object') return;
  const members = membersOfObject(node);
  objects.push({ element: at, node, keys: new Set(members.map(({ key }) => key)) });
  for (const { key, keyNode, value } of members) {
    // A variable may be any name.
    if (hasVariable(block, spanOf(keyNode))) continue;
    const property = keyNode.parent ?? node;
    const place = { kind: 'member', object: node, property, value } as const;
    const reach = { start: keyNode.offset, end: isScalar(value) ? spanOf(value).end : value.offset + 1 };
    elements.push({ ...ofValue(block, `${at}.${key}`, value), span: spanOf(keyNode), reach, place });
    addBelow(found, `${at}.${key}`, value, depth + 1);
  }
}

function ofValue(block: Block, element: string, value: JsonNode): Pick<UsedElement, 'elements' | 'text' | 'valueSpan'> {
  const isKnown = isScalar(value) && !hasVariable(block, spanOf(value));
  return { elements: [element], valueSpan: spanOf(value), ...(isKnown && { text: String(value.value) }) };
}

function isScalar({ type }: JsonNode): boolean {
  return type !== 'object' && type !== 'array';
}

function hasVariable({ placeholders }: Block, { start, end }: Span): boolean {
  return placeholders.some(({ span }) => span.start < end && span.end > start);
}

/** Returns where a node is. */
export function spanOf({ offset, length }: JsonNode): Span {
  return { start: offset, end: offset + length };
}
