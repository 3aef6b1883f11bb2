import { isSecretName, type Resolve } from '../../engine/src/index';

/** Variables by environment name, as the settings hold them. */
export type EnvironmentTable = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The environment whose variables belong to every other one too. */
export const sharedEnvironment = '$shared';

/** Where a variable's value is looked for, the nearest first. */
export interface VariableSources {
  /** The values that the user just entered. */
  readonly answers: ReadonlyMap<string, string>;
  readonly definitions: ReadonlyMap<string, string>;
  /** Tables in the order of their rank. */
  readonly tables: readonly EnvironmentTable[];
  /** The chosen environment, if any. */
  readonly environment?: string | undefined;
}

/** Returns a function from a variable's name to its raw text and whether it may be shown: what the user just entered, then the file, then the chosen environment, then the shared one. */
export function createResolver(sources: VariableSources): Resolve {
  const { answers, definitions, tables, environment } = sources;
  const lookUp = (from: string | undefined, name: string) => {
    if (from === undefined) return undefined;
    for (const table of tables) {
      const value = own(own(table, from), name);
      if (value !== undefined) return textOfValue(value);
    }
    return undefined;
  };
  return (name) => {
    const shared = /^\$shared\s+(\S+)$/.exec(name)?.[1];
    if (shared !== undefined) return known(name, lookUp(sharedEnvironment, shared));
    const answer = answers.get(name);
    // The text of a prompt may be a secret.
    if (answer !== undefined) return { value: answer, isSecret: true };
    return known(name, definitions.get(name) ?? lookUp(environment, name) ?? lookUp(sharedEnvironment, name));
  };
}

function known(name: string, value: string | undefined) {
  return value === undefined ? undefined : { value, isSecret: isSecretName(name) };
}

/** Returns the names of the environments that can be chosen, sorted. */
export function environmentNames(tables: readonly EnvironmentTable[]): readonly string[] {
  const names = new Set(tables.flatMap((table) => Object.keys(table)));
  names.delete(sharedEnvironment);
  return [...names].sort();
}

function own(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Record<string, unknown>)[key];
}

function textOfValue(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}
