import {
  isSecretName,
  layerOf,
  resolveIn,
  type Resolve,
  type VariableLayer,
  type VariableSource,
} from '../../engine/src/index';

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

/** The settings that the tables stand in. */
const settings = ['rulebook.environments', 'rest-client.environmentVariables'];

/** Returns a function from a variable's name to its raw text and whether it may be shown: what the user just entered, then the file, then the chosen environment, then the shared one. */
export function createResolver(sources: VariableSources): Resolve {
  return resolveIn(createLayers(sources, layerOf(sources.definitions, { kind: 'file', line: 0 })));
}

/** Returns where the values of variables are looked for, in this order. */
export function createLayers(
  { answers, tables, environment }: Omit<VariableSources, 'definitions'>,
  definitions: VariableLayer,
): readonly VariableLayer[] {
  const isShared = (name: string) => name.startsWith(sharedEnvironment);
  const chosen: readonly VariableLayer[] = [
    // The text of a prompt may be a secret.
    layerOf(answers, { kind: 'prompt' }, true),
    definitions,
    ...(environment === undefined ? [] : tables.map((table, rank) => tableLayer(table, environment, rank))),
  ];
  const shared = tables.map((table, rank) => tableLayer(table, sharedEnvironment, rank));
  return [
    ...chosen.map(
      (layer): VariableLayer =>
        (name) =>
          isShared(name) ? [] : layer(name),
    ),
    ...shared.map(
      (layer): VariableLayer =>
        (name) =>
          layer(/^\$shared\s+(\S+)$/.exec(name)?.[1] ?? name),
    ),
  ];
}

function tableLayer(table: EnvironmentTable, environment: string, rank: number): VariableLayer {
  const place = `the setting ${settings[rank] ?? 'of environments'}`;
  const source: VariableSource = { kind: 'environment', environment, place };
  return (name) => {
    const value = textOfValue(own(own(table, environment), name));
    return value === undefined ? [] : [{ value, isSecret: isSecretName(name), source }];
  };
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
