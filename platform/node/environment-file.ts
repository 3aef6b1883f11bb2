import { dirname, join, relative, resolve } from 'node:path';
import { parse, type ParseError } from 'jsonc-parser';
import { layerOf, type VariableLayer } from '../../engine/src/index';
import { readText } from './files';

/** In bytes. */
const longest = 10_000_000;

/** The files that hold variables by environment, the first before the others; the private ones are not meant for version control. */
const files = [
  { name: 'http-client.private.env.json', isPrivate: true },
  { name: 'http-client.env.json.user', isPrivate: true },
  { name: 'http-client.env.json', isPrivate: false },
];

/** Reads the variables of an environment from the nearest environment files above a folder; those of `$shared` hold in each. */
export function environmentVariables(
  folder: string,
  environment: string | undefined,
): { readonly layers: readonly VariableLayer[] } | { readonly problem: string } {
  const layers: VariableLayer[] = [];
  let isKnown = environment === undefined;
  for (let at = resolve(folder); ; at = dirname(at)) {
    for (const { name, isPrivate } of files) {
      const table = readTable(join(at, name));
      if (typeof table === 'string')
        return { problem: `${join(at, name)} cannot be used: ${table}; correct it or remove it` };
      // What is nearer counts first.
      for (const section of [environment, '$shared']) {
        const entries = section === undefined ? undefined : table?.[section];
        if (section === undefined || !isObject(entries)) continue;
        isKnown ||= section === environment;
        const texts = new Map(Object.entries(entries).map(([key, value]) => [key, textOfSetting(value)]));
        const place = relative(folder, join(at, name));
        layers.push(layerOf(texts, { kind: 'environment', environment: section, place }, isPrivate));
      }
    }
    if (dirname(at) === at) break;
  }
  return isKnown
    ? { layers }
    : { problem: `there is no environment named ${environment}; check the names in http-client.env.json` };
}

/** Returns the table, half a sentence why it cannot be used, or undefined when there is none. */
function readTable(path: string): Readonly<Record<string, unknown>> | string | undefined {
  const content = readText(path, longest);
  if ('cause' in content) return content.isMissing ? undefined : content.cause;
  const errors: ParseError[] = [];
  const value: unknown = parse(content.text, errors, { allowTrailingComma: true });
  return errors.length === 0 && isObject(value) ? value : 'it is not valid JSON';
}

/** Returns the text that a placeholder becomes; an object or a list is its JSON. */
function textOfSetting(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
