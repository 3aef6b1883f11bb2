import type { KnownColumn } from './columns';

/** Returns the columns that a pattern of `DISSECT` makes: `%{name}`, also with modifiers. */
export function columnsOfDissect(pattern: string): readonly KnownColumn[] {
  return [...pattern.matchAll(/%\{([^{}]*)\}/g)].flatMap(([, key = '']) => {
    const name = key
      .replace(/^\+/, '')
      .replace(/->$/, '')
      .replace(/\/\d+$/, '');
    return name === '' || name.startsWith('?') ? [] : [{ name, type: 'keyword' }];
  });
}

const types: Readonly<Record<string, string>> = {
  int: 'integer',
  long: 'long',
  float: 'double',
  double: 'double',
  boolean: 'boolean',
};

/** Returns the columns that a pattern of `GROK` makes: `%{PATTERN:name:type}` and `(?<name>…)`. */
export function columnsOfGrok(pattern: string): readonly KnownColumn[] {
  const found = new Map<string, KnownColumn>();
  for (const [, name, type] of pattern.matchAll(/%\{\w+:([\w.@-]+)(?::(\w+))?\}/g))
    if (name !== undefined) found.set(name, { name, type: type === undefined ? 'keyword' : types[type] });
  for (const [, name] of pattern.matchAll(/\(\?<([^<>=!()]+)>/g))
    if (name !== undefined) found.set(name, { name, type: 'keyword' });
  return [...found.values()];
}
