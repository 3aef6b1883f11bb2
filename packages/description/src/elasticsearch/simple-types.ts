import type { TextFormat } from '@rulebook/catalogue/shape';
import { anything, type CompiledShape, type CompiledValue } from '../compiled';
import type { Inline, Use } from './compilation';
import { summaryOfDescription } from './facts';
import { asList, recordOf, asText, asTexts, versionOf, type Unread } from './schema';

/** Returns the shape of a type whose name says what it takes. */
export function wellKnown(name: string, use: Use): Inline | undefined {
  switch (name) {
    case '_builtins:string':
      return { type: 'string' };
    case '_builtins:boolean':
      return { type: 'boolean' };
    case '_builtins:number':
    case '_types:float':
    case '_types:double':
      return { type: 'number' };
    case '_types:byte':
    case '_types:short':
    case '_types:integer':
    case '_types:long':
    case '_types:uint':
    case '_types:ulong':
      return { type: 'integer' };
    case '_builtins:null':
      return { type: 'null' };
    case '_builtins:binary':
    case '_builtins:void':
    case '_builtins:object':
      return anything;
    case '_types:Duration':
    case '_types:DurationLarge':
      return measure('time-value', use);
    case '_types:ByteSize':
      return measure('byte-size', use);
    default:
      return undefined;
  }
}

function measure(format: TextFormat, use: Use): Inline {
  const text: Inline = { type: 'string', format };
  return use === 'parameter' ? text : { type: 'choice', options: [text, { type: 'integer' }] };
}

/** Returns the shape of a value that the schema writes out. */
export function literalShape(value: unknown): Inline {
  if (typeof value === 'string') return { type: 'string', values: { values: [value] } };
  if (typeof value === 'number')
    return { type: Number.isInteger(value) ? 'integer' : 'number', values: { values: [value] } };
  return typeof value === 'boolean' ? { type: 'boolean' } : anything;
}

/** Returns the shape of an enumeration, with what it says about each value. */
export function enumShape(type: Unread, use: Use): CompiledShape {
  const values: (string | CompiledValue)[] = [];
  const seen = new Set<string>();
  for (const one of asList(type['members'])) {
    const member = recordOf(one);
    const value = asText(member['name']);
    if (value === undefined) continue;
    const summary = summaryOfDescription(member['description']);
    const since = versionOf(recordOf(recordOf(member['availability'])['stack'])['since']) ?? versionOf(member['since']);
    const isPlain = summary === undefined && since === undefined;
    for (const name of [value, ...asTexts(member['aliases'])]) {
      if (seen.has(name)) continue;
      seen.add(name);
      values.push(isPlain ? name : { value: name, summary, since });
    }
  }
  const words: Inline = { type: 'string', values: { values, isOpen: type['isOpen'] === true || undefined } };
  // A flag that got more values: the words are accepted as booleans, too.
  const isFlag = seen.has('true') || seen.has('false');
  return isFlag && use === 'body' ? { type: 'choice', options: [words, { type: 'boolean' }] } : words;
}
