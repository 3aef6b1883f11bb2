import { recordOf, typeNameOf } from './schema';

/** `QueryContainer` is called `query container`. */
export function wordsOfName(name: string): string {
  return name
    .slice(0, 200)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase();
}

/** Returns what a key of a map is called: `field` for a name of a field. */
export function keyNameOf(key: unknown): string {
  const name = typeNameOf(recordOf(key)['type']);
  if (name === undefined || name.startsWith('_builtins:')) return 'name';
  const words = wordsOfName(name.slice(name.indexOf(':') + 1));
  return words.endsWith(' name') ? words.slice(0, -' name'.length) : words;
}
