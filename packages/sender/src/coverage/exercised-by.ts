import { responseFor } from '@rulebook/checker/binding/response-for';
import type { Binding, BoundParameter, BoundValue } from '@rulebook/checker/binding/model';
import type { Operation } from '@rulebook/catalogue/operation';
import type { Shape } from '@rulebook/catalogue/shape';
import { parseAssert } from '@rulebook/request-file/syntax/asserts/parse-assert';
import type { Span } from '@rulebook/text/span';
import { decodePart } from '@rulebook/text/decode';
import { nameOfParameter, nameOfResponse, nameOfValue } from './elements';

/** Gives variables in a text their values, as far as they are known. */
export type FillText = (text: string) => string;

/** Returns the names of what a request has of its operation. A value with a variable in it that `fill` does not know does not count. */
export function exercisedBy(binding: Binding, fill: FillText = (text) => text): ReadonlySet<string> {
  const names = new Set<string>();
  for (const parameter of [
    ...binding.path,
    ...binding.query,
    ...binding.headers,
    ...binding.cookies,
    ...(binding.form?.bound ?? []),
  ])
    addParameter(names, parameter, fill);
  if (binding.body !== undefined) addValue(names, '$', binding.body, (span) => fill(writtenIn(binding, span)));
  return names;
}

/** Returns the statuses that a request asks for: those of `?? status == …`, and that of the response in its file. */
export function statusesAskedBy({ block }: Pick<Binding, 'block'>): readonly number[] {
  const texts = block.asserts.flatMap(({ assert: { text } }) => {
    const parsed = parseAssert(text);
    if (parsed.kind !== 'assert' || parsed.subject.kind !== 'status' || parsed.isNegated) return [];
    return parsed.operator === '==' && parsed.expected !== undefined ? [parsed.expected.text] : [];
  });
  const recorded = block.response === undefined ? [] : [block.response.status.text];
  return [...texts, ...recorded].flatMap((text) => (/^\d{3}$/.test(text) ? [Number(text)] : []));
}

/** Returns the described response that a status is, as it is shown; undefined where the description has none. */
export function responseNamed(operation: Operation, status: number): string | undefined {
  const response = responseFor(operation, status);
  return response && nameOfResponse(response);
}

function addParameter(names: Set<string>, parameter: BoundParameter, fill: FillText): void {
  const { kind, field, hasPlaceholder } = parameter;
  const owner = nameOfParameter(kind === 'part' || kind === 'text' ? 'form' : kind, field.name);
  names.add(owner);
  // A member of an object, `filter[status]`, is of the parameter `filter`.
  names.add(owner.split('[', 1)[0] ?? owner);
  const text = hasPlaceholder ? fill(parameter.text) : sentTextOf(parameter);
  if (hasPlaceholder && hasVariable(text)) return;
  const isList = shapesIn(field.shape).some(({ type }) => type === 'array');
  for (const value of isList ? [text, ...text.split(',')] : [text]) addListed(names, owner, value, field.shape);
}

function sentTextOf({ kind, text, isSent }: BoundParameter): string {
  if (isSent === true || kind === 'header' || kind === 'cookie' || kind === 'part') return text;
  return decodePart(text, { isForm: kind !== 'path' });
}

function addValue(names: Set<string>, at: string, value: BoundValue, textAt: (span: Span) => string): void {
  const { node, span, isOpaque, members, items, also } = value;
  for (const { value: inner, field } of members) {
    if (inner === undefined || field === undefined) continue;
    const name = `${at}.${field.name}`;
    names.add(name);
    addValue(names, name, inner, textAt);
  }
  for (const item of items) addValue(names, `${at}[]`, item, textAt);
  for (const other of also) addValue(names, at, other, textAt);
  if (node.type === 'object' || node.type === 'array') return;
  const text = isOpaque ? textAt(span) : String(node.value);
  if (!isOpaque || !hasVariable(text)) addListed(names, at, text, value.declared);
}

/** Returns a value of a body as it is written, without its quotation marks. */
function writtenIn({ block }: Binding, { start, end }: Span): string {
  const written = block.text.slice(start, end);
  return written.startsWith('"') ? written.slice(1, -1) : written;
}

/** What is filled in may be a mask, which is not a value either. */
function hasVariable(text: string): boolean {
  return text.includes('{{');
}

/** A value is written in another case where the service reads it so. */
function addListed(names: Set<string>, owner: string, text: string, shape: Shape): void {
  for (const one of shapesIn(shape)) {
    const { values } = 'values' in one ? one : {};
    const listed = values?.values.find(({ value }) =>
      values.isCaseless === true ? String(value).toLowerCase() === text.toLowerCase() : String(value) === text,
    );
    if (listed !== undefined) names.add(nameOfValue(owner, listed.value));
  }
}

/** Returns the shapes that a value can have, and those of its items. */
function shapesIn(shape: Shape): readonly Shape[] {
  if (shape.type === 'choice') return shape.options.flatMap(shapesIn);
  return shape.type === 'array' ? [shape, ...shapesIn(shape.items)] : [shape];
}
