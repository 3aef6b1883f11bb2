import type { Binding } from '@rulebook/checker/binding/model';
import { inVendorTerms } from '@rulebook/checker/binding/vendor-name';
import type { Operation } from '@rulebook/catalogue/operation';
import type { Catalogue } from '@rulebook/catalogue/service';
import type { Field } from '@rulebook/catalogue/shape';
import { touches, type Span } from '@rulebook/text/span';
import { describeReference } from './describe';
import { isRequired, withServiceOf } from '../cursor/element';
import { titleOf } from '@rulebook/catalogue/markdown/foreign-markdown';

/** The form of an operation's request line, with the parameter at the cursor. */
export interface Signature {
  /** `PUT /_snapshot/{repository}?master_timeout&…`. */
  readonly label: string;
  /** What the operation does. */
  readonly about: string;
  readonly parameters: readonly SignatureParameter[];
  /** The index of the parameter at the cursor; absent when it is at none. */
  readonly active?: number;
}

/** A part of a signature; its span counts in the label. */
interface SignatureParameter {
  readonly span: Span;
  readonly markdown: string;
}

/** So many parameters of a query are shown that are neither required nor written. */
const maxOthers = 6;

/** Returns the documented form of the request line, when the offset is in its target. */
export function signatureAt(binding: Binding, offset: number, catalogue: Catalogue): Signature | undefined {
  const { request, operation, method } = binding;
  const { target, lineSpan } = request;
  const isInTarget = offset >= target.span.start && offset <= Math.max(target.span.end, lineSpan.end);
  if (!operation || operation.isOutline || !isInTarget) return undefined;
  const named = target.query.find(({ span }) => touches(span, offset))?.name.text;
  const written = target.query.map(({ name }) => name.text);
  const isWritten = ({ name }: Field) => written.includes(name);
  const { path, query } = operation.parameters;
  const first = query.filter((field) => isWritten(field) || isRequired(field));
  const others = query.filter((field) => !first.includes(field));
  const shown = [...first, ...others.slice(0, maxOthers)];
  const { label, spans } = labelOf(method, operation, shown);
  if (spans.length === 0) return undefined;
  const here = binding.path.find(({ span }) => touches(span, offset))?.field.name ?? named;
  const active = [...path, ...shown].findIndex(({ name }) => name === here);
  const described = withServiceOf(binding, catalogue);
  const inTerms = (text: string) => inVendorTerms(text, binding.vendor, binding.service?.vendorNames);
  const parameters = [...path, ...shown].flatMap((field, index) => {
    const span = spans[index];
    const of = index < path.length ? 'path' : 'query';
    const reference = { of, operation: operation.id, name: field.name } as const;
    return span ? [{ span, markdown: inTerms(describeReference(reference, described) ?? '') }] : [];
  });
  const more = others.length > maxOthers ? '&…' : '';
  return {
    label: label + more,
    about: inTerms(titleOf(operation)),
    parameters,
    ...(active >= 0 && { active }),
  };
}

function labelOf(method: string, { path, parameters }: Operation, query: readonly Field[]) {
  const spans: (Span | undefined)[] = [];
  let label = `${method} `;
  const start = label.length;
  label += path;
  for (const { name } of parameters.path) {
    const at = path.indexOf(`{${name}}`);
    spans.push(at < 0 ? undefined : { start: start + at, end: start + at + name.length + 2 });
  }
  for (const [index, field] of query.entries()) {
    label += index === 0 ? '?' : '&';
    spans.push({ start: label.length, end: label.length + field.name.length });
    label += field.name;
  }
  return { label, spans };
}
