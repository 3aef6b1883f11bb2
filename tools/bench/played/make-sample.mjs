// Values for requests: what a description shows first, otherwise what its schema allows.
import { samples } from './read-description.mjs';

/** @typedef {import('./read-description.mjs').Description} Description */

const maxDepth = 7;
/** Tried for a pattern. */
const texts = [
  ...[
    'abc',
    'Abc1',
    '1',
    'a',
    'abc-1',
    '12345678',
    'a'.repeat(24),
    'en',
    'en-US',
    'us-east-1',
    '1.0.0',
    'v1',
    '/x',
    'a/b',
    '10:00',
  ],
  ...['2030-01-01', '#ffffff', '192.0.2.0/24', 'example.com', 'https://example.com/x', '+15555550100'],
];
const formats = {
  'date-time': '2030-01-01T00:00:00Z',
  date: '2030-01-01',
  time: '10:00:00Z',
  uuid: '123e4567-e89b-42d3-a456-426614174000',
  email: 'user@example.com',
  uri: 'https://example.com/x',
  url: 'https://example.com/x',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  hostname: 'example.com',
  byte: 'eA==',
};

/**
 * Returns the first of several values that the schema allows; otherwise the first of them.
 * @param {Description} description
 * @param {any} schema
 * @param {readonly unknown[]} [shown] examples
 */
export function sampleOf({ at, allows }, schema, shown = []) {
  const plans = [{ all: true, samples: true }, { all: false, samples: true }, { all: true }, { all: false }];
  const options = [1, 2, 3, 4, 5].flatMap((option) => [
    { option, all: false, samples: true },
    { option, all: false },
  ]);
  const candidates = function* () {
    yield* shown.map((one) => structuredClone(one));
    for (const plan of [...plans, ...options]) yield make(at, schema, { option: 0, samples: false, ...plan }, 0);
  };
  let first;
  for (const value of candidates()) {
    if (allows(schema, value)) return value;
    first ??= value;
  }
  return first;
}

/**
 * Returns a schema with what its parts of `allOf` say, and its first alternative.
 * @param {Description['at']} at
 * @param {any} schema
 * @param {number} [option] which alternative
 */
export function flatOf(at, schema, option = 0, depth = 0) {
  const { allOf = [], oneOf, anyOf, ...own } = at(schema);
  if (depth > maxDepth) return own;
  const alternatives = (oneOf ?? anyOf ?? []).filter((one) => at(one).type !== 'null');
  const chosen = alternatives.length === 0 ? [] : [alternatives[option % alternatives.length]];
  const parts = [...allOf, ...chosen].map((one) => flatOf(at, one, option, depth + 1));
  return parts.reduce((whole, part) => joined(part, whole), own);
}

function joined(part, whole) {
  const both = { ...part, ...whole };
  if (part.properties || whole.properties) {
    const names = new Set([...Object.keys(part.properties ?? {}), ...Object.keys(whole.properties ?? {})]);
    both.properties = Object.fromEntries(
      [...names].map((name) => {
        const [one, other] = [whole.properties?.[name], part.properties?.[name]];
        return [name, one === undefined || other === undefined ? (one ?? other) : { allOf: [one, other] }];
      }),
    );
  }
  if (part.required || whole.required)
    both.required = [...new Set([...(part.required ?? []), ...(whole.required ?? [])])];
  if (part.enum && whole.enum) both.enum = whole.enum.filter((one) => part.enum.includes(one));
  return both;
}

/**
 * Returns the type of values of a flat schema.
 * @param {any} flat
 */
export function typeOf({ type, properties, additionalProperties, items }) {
  if (Array.isArray(type)) return type.find((one) => one !== 'null');
  if (type !== undefined) return type;
  if (properties !== undefined || additionalProperties !== undefined) return 'object';
  return items === undefined ? undefined : 'array';
}

function make(at, schema, plan, depth) {
  const flat = flatOf(at, schema, plan.option);
  if (flat.const !== undefined) return flat.const;
  const shown = plan.samples ? flat[samples]?.find((one) => one !== null) : undefined;
  if (shown !== undefined && (flat.enum === undefined || flat.enum.includes(shown))) return shown;
  if (flat.enum) return flat.enum.find((one) => one !== null) ?? null;
  switch (typeOf(flat)) {
    case 'object':
      return objectOf(at, flat, plan, depth);
    case 'array': {
      const count = Math.max(flat.minItems ?? 0, plan.all && depth < 3 ? 1 : 0);
      return Array.from({ length: depth > maxDepth ? 0 : Math.min(count, 50) }, () =>
        make(at, flat.items, plan, depth + 1),
      );
    }
    case 'integer':
    case 'number':
      return numberOf(flat);
    case 'boolean':
      return false;
    case 'null':
      return null;
    default:
      return textOf(flat);
  }
}

function objectOf(at, { properties = {}, required = [], minProperties = 0, additionalProperties }, plan, depth) {
  const names = Object.keys(properties);
  const wanted = names.filter((name) => required.includes(name) || (plan.all && depth < 3));
  const others = names.filter((name) => !wanted.includes(name)).slice(0, Math.max(0, minProperties - wanted.length));
  const free = required.filter((name) => !names.includes(name));
  const all = depth > maxDepth ? [] : [...wanted, ...others];
  const value = Object.fromEntries(all.map((name) => [name, make(at, properties[name], plan, depth + 1)]));
  for (const name of free) value[name] = make(at, additionalProperties ?? true, plan, depth + 1);
  if (Object.keys(value).length < minProperties) value.key = make(at, additionalProperties ?? true, plan, depth + 1);
  return value;
}

function numberOf({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf = 0 }) {
  const least = minimum ?? (exclusiveMinimum === undefined ? undefined : exclusiveMinimum + 1);
  const most = maximum ?? (exclusiveMaximum === undefined ? undefined : exclusiveMaximum - 1);
  const value = least ?? Math.min(1, most ?? 1);
  return multipleOf > 0 ? Math.ceil(value / multipleOf) * multipleOf : value;
}

function textOf({ format, pattern, minLength = 0, maxLength }) {
  let text = formats[format] ?? 'text';
  if (pattern !== undefined) {
    const allowed = new RegExp(pattern, 'u');
    if (!allowed.test(text)) text = texts.find((one) => allowed.test(one) && one.length >= minLength) ?? text;
  }
  return text.padEnd(minLength, 'x').slice(0, maxLength);
}
