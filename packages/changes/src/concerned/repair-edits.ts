import type { Binding } from '@rulebook/checker/binding/model';
import { insertMember, removeChild } from '@rulebook/checker/rules/support/json-edits';
import { removeParameter } from '@rulebook/checker/rules/support/query-edits';
import { lineEndOf } from '@rulebook/text/lines';
import type { TextEdit } from '@rulebook/text/edit';
import type { Repair } from '../model';
import type { ResponseRead } from './response-reads';
import type { UsedElement, UsedObject } from './used-elements';

/** Returns the edits of a block that repair an element that the request writes; undefined where none is safe. */
export function editsAtElement(
  { block, request }: Binding,
  { place, text, valueSpan }: UsedElement,
  repair: Repair,
): readonly TextEdit[] | undefined {
  switch (repair.kind) {
    case 'rename':
      return renamed(place, repair.to);
    case 'value': {
      if (text === undefined || valueSpan === undefined) return undefined;
      const to = textOfJson(repair.to);
      if (place.kind === 'member' || place.kind === 'item' || place.kind === 'root') {
        const newText = place.value.type === 'string' ? JSON.stringify(to) : repair.to;
        return isJson(newText) ? [{ span: valueSpan, newText }] : undefined;
      }
      if (place.kind === 'header') return [{ span: valueSpan, newText: to }];
      return place.kind === 'cookie' ? undefined : [{ span: valueSpan, newText: encodeURIComponent(to) }];
    }
    case 'remove':
      if (place.kind === 'member') return [removeChild(block.text, place.object, place.property)];
      if (place.kind === 'query') return [removeParameter(request, place.parameter)];
      if (place.kind !== 'header') return undefined;
      return [
        { span: { start: place.field.span.start, end: nextLine(block.text, place.field.span.end) }, newText: '' },
      ];
    default:
      return undefined;
  }
}

function renamed(place: UsedElement['place'], to: string): readonly TextEdit[] | undefined {
  switch (place.kind) {
    case 'member': {
      const [key] = place.property.children ?? [];
      const isThere = (place.object.children ?? []).some(({ children: [other] = [] }) => other?.value === to);
      if (key === undefined || isThere) return undefined;
      return [{ span: { start: key.offset, end: key.offset + key.length }, newText: JSON.stringify(to) }];
    }
    case 'query': {
      const { text, span } = place.parameter.name;
      const [written = text] = text.split('[', 1);
      return [{ span: { start: span.start, end: span.start + written.length }, newText: encoded(nameIn(to)) }];
    }
    case 'header':
      return [{ span: place.field.name.span, newText: nameIn(to) }];
    case 'form':
      return [{ span: place.part.name.span, newText: encoded(nameIn(to)) }];
    default:
      return undefined;
  }
}

/** Returns the edit that adds a parameter or header field to a request. */
export function editsAdding(
  { block, request }: Binding,
  kind: string,
  { name: written, value }: Extract<Repair, { readonly kind: 'insert' }>,
): readonly TextEdit[] | undefined {
  const name = nameIn(written);
  const text = textOfJson(value);
  if (kind === 'query') {
    const last = request.target.query.at(-1);
    const at = last?.span.end ?? request.target.path.span.end;
    // A path by itself may have a fragment behind it, and a block of a command has no text of its own.
    if (at <= 0 || block.association !== undefined) return undefined;
    const shown = text.includes('{{') ? text : encodeURIComponent(text);
    const newText = `${last === undefined ? '?' : '&'}${encoded(name)}=${shown}`;
    return [{ span: { start: at, end: at }, newText }];
  }
  if (kind !== 'header' || block.association !== undefined || /[\r\n]/.test(text)) return undefined;
  const own = request.headers.filter(({ sharedBy }) => sharedBy === undefined);
  const at = own.at(-1)?.span.end ?? request.lineSpan.end;
  return [{ span: { start: at, end: at }, newText: `${lineEndOf(block.text)}${name}: ${text}` }];
}

/** Returns the edit that adds a member to an object. */
export function editsAddingMember(
  { block }: Binding,
  { node }: UsedObject,
  name: string,
  { value }: Extract<Repair, { readonly kind: 'insert' }>,
): readonly TextEdit[] | undefined {
  return isJson(value) ? [insertMember(block.text, node, name, value)] : undefined;
}

/** Returns the edits of a request line whose operation has another path; undefined where a parameter of the new one has no value. */
export function editsMoving(
  { request, segments, path, method }: Binding,
  former: string,
  moved: Extract<Repair, { readonly kind: 'move' }>,
): readonly TextEdit[] | undefined {
  const first = segments[0];
  const last = segments.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const names = parametersIn(former);
  const values = new Map(path.map(({ field, text }) => [field.name, text]));
  const inOrder = names.map((name) => values.get(name));
  const wanted = parametersIn(moved.path);
  const isByName = wanted.every((name) => values.has(name));
  if (!isByName && wanted.length !== names.length) return undefined;
  let index = 0;
  let isWhole = true;
  const target = moved.path.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const value = isByName ? values.get(name) : inOrder[index];
    index++;
    if (value === undefined || value === '') isWhole = false;
    return value ?? '';
  });
  if (!isWhole) return undefined;
  const edits: TextEdit[] = [
    { span: { start: first.span.start, end: last.span.end }, newText: target.replace(/^\//, '') },
  ];
  const to = moved.method.toUpperCase();
  if (to !== method) {
    if (request.method === undefined) {
      const { start } = request.lineSpan;
      edits.push({ span: { start, end: start }, newText: `${to} ` });
    } else edits.push({ span: request.method.span, newText: to });
  }
  return edits;
}

/** Returns the edits that give what is read of a response its new name. */
export function editsAtRead({ of }: ResponseRead, depth: number, repair: Repair): readonly TextEdit[] | undefined {
  if (repair.kind !== 'rename') return undefined;
  const to = nameIn(repair.to);
  if (of.kind === 'header') return [{ span: of.nameSpan, newText: to }];
  if (of.kind !== 'body') return undefined;
  const step = of.steps[depth - 1];
  if (step?.kind !== 'member' || step.span.start === step.span.end) return undefined;
  return /^[A-Za-z_]\w*$/.test(to) ? [{ span: step.span, newText: to }] : undefined;
}

/** Returns the name alone: `limit` of `query limit`, `color` of `$.color`. */
export function nameIn(written: string): string {
  const [place] = /^(?:query|header|cookie|form|path) /.exec(written) ?? [];
  if (place !== undefined) return written.slice(place.length);
  const before = written.length - 2;
  return written.startsWith('$')
    ? written.slice(Math.max(written.lastIndexOf('.', before), written.lastIndexOf(']', before)) + 1)
    : written;
}

function parametersIn(template: string): readonly string[] {
  return [...template.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name);
}

function encoded(name: string): string {
  return encodeURIComponent(name).replace(/%5B/gi, '[').replace(/%5D/gi, ']');
}

/** Returns what a JSON text says as the text of a parameter. */
function textOfJson(json: string): string {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'string' ? value : json;
  } catch {
    return json;
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function nextLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end + 1;
}
