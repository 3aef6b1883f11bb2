import type { Binding } from '../../binding/model';
import type { Placeholder, Token } from '@rulebook/request-file/syntax/model';
import type { JsonNode } from '@rulebook/json/json-node';
import { holdsVariable } from '@rulebook/request-file/syntax/parse-target';
import { someOverlaps } from '@rulebook/text/search';
import type { Span } from '@rulebook/text/span';

/** A part of a request as house rules see it. */
export interface RequestPart {
  /** The name of the member, or the index of the item; empty for the request. */
  readonly name: string;
  /** Where it is; for an absent part, where it is missed. */
  readonly span: Span;
  /** Whether it contains a variable, so that its value is not known before the request is sent. */
  readonly isUnknown: boolean;
  /** The JSON value; undefined for an absent part. */
  readonly value: () => unknown;
  /** Returns its members or items; for header fields, names are in lower case. */
  readonly parts: () => readonly RequestPart[];
}

/** Returns the request as an object with the members `method`, `path`, `query`, `headers` and `body`. */
export function viewRequest(binding: Binding): RequestPart {
  const { request, block, path, method } = binding;
  const { target, headers, body } = request;
  const line: Span = request.method?.span ?? target.path.span;
  const parts = [
    plainPart('method', method, line),
    {
      ...objectPart(
        'path',
        target.path.span,
        path.map(({ field, text, span, hasPlaceholder }) => plainPart(field.name, text, span, hasPlaceholder)),
      ),
      value: () => target.path.text,
    },
    objectPart(
      'query',
      target.path.span,
      target.query.map(({ name, value, hasPlaceholder, span }) =>
        plainPart(name.text, value?.text ?? '', value?.span ?? span, hasPlaceholder),
      ),
    ),
    objectPart(
      'headers',
      line,
      headers.map(({ name, value, hasPlaceholder }) => headerPart(name, value, hasPlaceholder)),
    ),
  ];
  const isWhole = block.association === undefined || block.association.at === '';
  if (isWhole && body?.kind === 'json') {
    const [first, ...others] = body.values;
    const { placeholders } = block;
    if (first !== undefined && others.length === 0 && body.isLines !== true)
      parts.push(jsonPart('body', first, placeholders));
    else if (first !== undefined) {
      const lines = body.values.map((node, index) => jsonPart(String(index), node, placeholders));
      parts.push({
        name: 'body',
        span: body.span,
        isUnknown: lines.some(({ isUnknown }) => isUnknown),
        value: () => lines.map(({ value }) => value()),
        parts: () => lines,
      });
    }
  } else if (body !== undefined) {
    // What a file, a form or a text contains is not known here.
    parts.push({ name: 'body', span: body.span, isUnknown: true, value: () => undefined, parts: () => [] });
  }
  return objectPart('', line, parts);
}

/** Returns a part that is not there, missed at the owner. */
export function absentPart(name: string, owner: RequestPart): RequestPart {
  return { name, span: owner.span, isUnknown: false, value: () => undefined, parts: () => [] };
}

function headerPart(name: Token, value: Token, isUnknown: boolean): RequestPart {
  return plainPart(name.text.toLowerCase(), value.text, value.text === '' ? name.span : value.span, isUnknown);
}

function plainPart(name: string, text: string, span: Span, isUnknown = false): RequestPart {
  return { name, span, isUnknown, value: () => text, parts: () => [] };
}

function objectPart(name: string, span: Span, parts: readonly RequestPart[]): RequestPart {
  return {
    name,
    span,
    isUnknown: false,
    value: () => Object.fromEntries(parts.map((part) => [part.name, part.value()])),
    parts: () => parts,
  };
}

function jsonPart(name: string, node: JsonNode, placeholders: readonly Placeholder[]): RequestPart {
  const isContainer = node.type === 'object' || node.type === 'array';
  const whole: Span = { start: node.offset, end: node.offset + node.length };
  const children = (): readonly RequestPart[] => {
    if (node.type === 'array')
      return (node.children ?? []).map((item, index) => jsonPart(String(index), item, placeholders));
    if (node.type !== 'object') return [];
    return (node.children ?? []).flatMap(({ children: [key, value] = [] }) =>
      key === undefined || value === undefined ? [] : [jsonPart(String(key.value), value, placeholders)],
    );
  };
  return {
    name,
    span: isContainer ? { start: whole.start, end: whole.start + 1 } : whole,
    isUnknown:
      someOverlaps(placeholders, whole.start, whole.end) ||
      (typeof node.value === 'string' && holdsVariable(node.value)),
    value: () => valueOfNode(node),
    parts: children,
  };
}

function valueOfNode(node: JsonNode): unknown {
  if (node.type === 'array') return (node.children ?? []).map(valueOfNode);
  if (node.type !== 'object') return node.value as unknown;
  return Object.fromEntries(
    (node.children ?? []).flatMap(({ children: [key, value] = [] }) =>
      key === undefined || value === undefined ? [] : [[String(key.value), valueOfNode(value)]],
    ),
  );
}
