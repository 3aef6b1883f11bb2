import type { CompiledShape, CompiledValue } from '../compiled';
import { shortened } from '../short-text';
import { anything, type Inline, type Use } from './compilation';
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
    case '_types:DurationLarge': {
      const time: Inline = { type: 'string', format: 'time-value' };
      return use === 'parameter' ? time : { type: 'choice', options: [time, { type: 'integer' }] };
    }
    case '_types:ByteSize': {
      const size: Inline = { type: 'string', format: 'byte-size' };
      return use === 'parameter' ? size : { type: 'choice', options: [size, { type: 'integer' }] };
    }
    default:
      return undefined;
  }
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
    const summary = shortened(asText(member['description']));
    const since = versionOf(recordOf(recordOf(member['availability'])['stack'])['since']) ?? versionOf(member['since']);
    const facts = { ...(summary !== '' && { summary }), ...(since && { since }) };
    for (const name of [value, ...asTexts(member['aliases'])]) {
      if (seen.has(name)) continue;
      seen.add(name);
      values.push(Object.keys(facts).length === 0 ? name : { value: name, ...facts });
    }
  }
  const words: Inline = {
    type: 'string',
    values: { values, ...(type['isOpen'] === true && { isOpen: true as const }) },
  };
  // A flag that got more values: the words are accepted as booleans, too.
  const isFlag = seen.has('true') || seen.has('false');
  return isFlag && use === 'body' ? { type: 'choice', options: [words, { type: 'boolean' }] } : words;
}
