import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parse, type ParseError } from 'jsonc-parser';
import type { VariableValue } from '../../engine/src/index';

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
): { readonly values: ReadonlyMap<string, VariableValue> } | { readonly problem: string } {
  const values = new Map<string, VariableValue>();
  let isKnown = environment === undefined;
  for (let at = resolve(folder); ; at = dirname(at)) {
    for (const { name, isPrivate } of files) {
      const table = readTable(join(at, name));
      if (table === 'broken') return { problem: `${name} is not JSON; correct it, or leave --env out` };
      for (const section of [environment, '$shared']) {
        const entries = section === undefined ? undefined : table?.[section];
        if (!isObject(entries)) continue;
        isKnown ||= section === environment;
        // The first value found is the nearest one.
        for (const [key, value] of Object.entries(entries)) {
          if (!values.has(key)) values.set(key, { value: String(value), isSecret: isPrivate });
        }
      }
    }
    if (dirname(at) === at) break;
  }
  return isKnown ? { values } : { problem: `no environment is called ${environment}; look into http-client.env.json` };
}

function readTable(path: string): Readonly<Record<string, unknown>> | 'broken' | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  return errors.length === 0 && isObject(value) ? value : 'broken';
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
