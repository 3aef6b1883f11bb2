import { isRecord } from '@rulebook/json/is-record';
import type { Field, ObjectShape, Shape } from '@rulebook/catalogue/shape';
import { queryClause } from '../../facts/search/search-query';
import { problem, type Problem } from '../indices/problem';
import { fitsToken, fitsValue, memberOf, objectIn } from './misread-values';

type Options = Readonly<Record<string, unknown>>;

/** Returns the first reason for which the service does not understand a query; what each kind takes is in the catalogue. */
export function misreadQuery(query: unknown): Problem | undefined {
  if (!isRecord(query)) return unparsed('A query must be an object with the kind of query as its key.');
  const [entry, more] = Object.entries(query);
  if (!entry) return problem('A query must have the kind of query as its key.');
  const [kind, options] = entry;
  if (!isRecord(options)) return unparsed(`The query [${kind}] must be an object.`);
  const field = memberOf(queryClause, kind);
  if (!field) return unparsed(`There is no query [${kind}].`);
  const found = field.shape.type === 'object' ? misreadKind(field.shape, kind, options) : undefined;
  return found ?? (more && unparsed('A query must have exactly one kind of query as its key.'));
}

function misreadKind(shape: ObjectShape, kind: string, options: Options): Problem | undefined {
  return shape.naming === undefined ? misreadMembers(shape, kind, options) : misreadField(shape, kind, options);
}

/** Queries whose reader reports a mistake in its members as its own, whatever the mistake is. */
const wrapping: ReadonlySet<string> = new Set(['bool']);

function misreadMembers(shape: ObjectShape, kind: string, options: Options): Problem | undefined {
  const refuse = (reason: string): Problem =>
    wrapping.has(kind) ? problem(reason, { type: 'x_content_parse_exception' }) : unparsed(reason);
  for (const [name, value] of Object.entries(options)) {
    const field = memberOf(shape, name);
    if (field) {
      const found = misreadMember(field, kind, value);
      if (found) return wrapping.has(kind) && found.type !== later ? refuse(found.reason) : found;
    } else if (shape.isOpen !== true) return refuse(`The query [${kind}] has no member [${name}].`);
  }
  const missing = shape.fields.find(
    ({ name, required = false }) => required !== false && !Object.hasOwn(options, name),
  );
  return missing && refuse(`The query [${kind}] needs [${missing.name}].`);
}

function misreadMember({ name, shape }: Field, kind: string, value: unknown): Problem | undefined {
  if (!fitsToken(shape, value)) return unparsed(`[${name}] of the query [${kind}] has a value of the wrong kind.`);
  if (!isQuery(shape)) return misreadPlain(shape, kind, name, value);
  for (const query of Array.isArray(value) ? (value as readonly unknown[]) : [value]) {
    const found = misreadQuery(query);
    if (found) return found;
  }
  if (Array.isArray(value) && value.length === 0 && shape.type === 'array')
    return unparsed(`[${name}] of the query [${kind}] must not be empty.`);
  return undefined;
}

function misreadPlain(shape: Shape, kind: string, name: string, value: unknown): Problem | undefined {
  if (kind === 'exists' && value === '') return problem(`The query [${kind}] needs the name of a field.`);
  if (kind === 'ids' && Array.isArray(value) && value.some((item) => typeof item === 'object'))
    return unparsed(`An item of [${name}] must be a text.`);
  if (typeof value !== 'string') return undefined;
  if (name === 'minimum_should_match' && !/\d/.test(value)) return onShards(`[${name}] needs a number.`);
  if (fitsValue(shape, value)) return undefined;
  const reason = `[${value.slice(0, 100)}] is not an [${name}] of the query [${kind}].`;
  return problem(reason, kind === 'multi_match' && name === 'type' ? { type: 'parse_exception' } : {});
}

function isQuery(shape: Shape): boolean {
  const options = shape.type === 'choice' ? shape.options : [shape];
  return options.some((option) => option === queryClause || (option.type === 'array' && option.items === queryClause));
}

/** Queries that miss a field, or a value for it, as a mistake of their form. */
const strictForms: ReadonlySet<string> = new Set(['match', 'terms', 'terms_set', 'range']);

/** Reads a query with one field as its key. */
function misreadField(shape: ObjectShape, kind: string, options: Options): Problem | undefined {
  const names = Object.keys(options).filter((name) => memberOf(shape, name) === undefined);
  const [name] = names;
  const entry = shape.entries?.shape;
  if (name === undefined || entry === undefined) {
    const reason = `The query [${kind}] must name a field.`;
    return strictForms.has(kind) && kind !== 'range' ? unparsed(reason) : problem(reason);
  }
  if (names.length > 1) return unparsed(`The query [${kind}] must name only one field.`);
  const value = options[name];
  if (!fitsToken(entry, value)) {
    const reason = `The query [${kind}] on [${name}] has a value of the wrong kind.`;
    const isForm = (strictForms.has(kind) && kind !== 'match') || (kind === 'term' && Array.isArray(value));
    return isForm ? unparsed(reason) : problem(reason);
  }
  if (Array.isArray(value) && value.includes(null)) return unparsed(`The query [${kind}] searches for no value.`);
  const described = objectIn(entry);
  return isRecord(value) && described ? misreadOptions(described, kind, value) : undefined;
}

function misreadOptions(shape: ObjectShape, kind: string, options: Options): Problem | undefined {
  for (const [name, value] of Object.entries(options)) {
    const field = memberOf(shape, name);
    if (!field && shape.isOpen !== true) return unparsed(`The query [${kind}] has no member [${name}].`);
    if (!field) continue;
    const found = misreadMember(field, kind, value);
    if (found) return found;
  }
  const missing = shape.fields.find(({ name, required = false }) => required !== false && !hasMember(options, name));
  const least = shape.constraints?.find(({ rule }) => rule === 'member-count');
  const counted = least?.rule === 'member-count' ? (least.options.fields ?? []) : [];
  if (counted.length > 0 && !counted.some((name) => Object.hasOwn(options, name)))
    return onShards(`The query [${kind}] needs one of [${counted.join('], [')}].`);
  const reason = `The query [${kind}] needs [${missing?.name ?? ''}].`;
  return missing && (strictForms.has(kind) ? unparsed(reason) : problem(reason));
}

function hasMember(options: Options, name: string): boolean {
  return Object.hasOwn(options, name) || (name === 'value' && Object.hasOwn(options, 'wildcard'));
}

/** The error type of what the service understands, and cannot carry out. */
export const later = 'search_phase_execution_exception';

function onShards(reason: string): Problem {
  return problem(reason, { type: later });
}

function unparsed(reason: string): Problem {
  return problem(reason, { type: 'parsing_exception' });
}
