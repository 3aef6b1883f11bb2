import { textFormatNamed } from '../text/text-formats';
import type { Field, ObjectShape, Shape } from '../catalogue/shape';

/** Deeper parts are left out: recursive shapes have no end. */
const deepest = 6;
/** The most members of a sample, in all of it. */
const maxMembers = 300;

/** Those of the other formats are with their checkers. */
const samplesOfFormats: Readonly<Record<string, string>> = {
  'time-value': '1d',
  'byte-size': '1mb',
  url: 'https://example.com/',
  date: '2026-01-01',
  'date-time': '2026-01-01T00:00:00Z',
  'json-text': '{}',
  password: 'text',
};

function sampleText(format = ''): string {
  return samplesOfFormats[format] ?? textFormatNamed(format)?.example ?? 'text';
}

/** Returns a value that has the form of the shape as far as that can be said: its first listed values, its required members. */
export function sampleOf(shape: Shape): unknown {
  return sample(shape, 0, { left: maxMembers });
}

interface Budget {
  left: number;
}

function sample(shape: Shape, depth: number, budget: Budget): unknown {
  switch (shape.type) {
    case 'string':
      return shape.values?.values[0]?.value ?? sampleText(shape.format);
    case 'integer':
    case 'number':
      return shape.values?.values[0]?.value ?? lowest(shape);
    case 'boolean':
      return false;
    case 'null':
      return null;
    case 'array':
      return depth >= deepest ? [] : [sample(shape.items, depth + 1, budget)];
    case 'object':
      return sampleObject(shape, depth, budget);
    case 'switch':
      return sample(shape.otherwise, depth, budget);
    case 'choice': {
      const [first] = shape.options;
      return first === undefined ? null : sample(first, depth, budget);
    }
    case 'any':
      return {};
  }
}

/** Members that are not required are left out below the top, unless no member is. */
function sampleObject({ fields }: ObjectShape, depth: number, budget: Budget): unknown {
  const required = fields.filter((field) => field.required !== undefined && field.required !== false);
  const shown = depth === 0 || required.length === 0 ? fields : required;
  const members: [string, unknown][] = [];
  for (const field of depth >= deepest ? required.slice(0, 0) : shown) {
    if (budget.left <= 0) break;
    budget.left--;
    members.push([field.name, sampleField(field, depth, budget)]);
  }
  return Object.fromEntries(members);
}

function sampleField(field: Field, depth: number, budget: Budget): unknown {
  for (const text of [field.example, field.default]) {
    if (text === undefined) continue;
    try {
      return JSON.parse(text) as unknown;
    } catch {
      // It is a snippet, not a value.
    }
  }
  return sample(field.shape, depth + 1, budget);
}

function lowest({ constraints = [] }: Shape): number {
  const range = constraints.find(({ rule }) => rule === 'number-range')?.options as
    { readonly minimum?: number } | undefined;
  return typeof range?.minimum === 'number' ? range.minimum : 0;
}
