import type { Environments } from '../../../engine/src/environments/index';
import { layerOf, variableLayers, type VariableLayer } from '../../../engine/src/sending/variables/index';

/** Returns why the values of `--var` cannot be read, or undefined. */
export function problemOfPairs(pairs: readonly string[]): string | undefined {
  const wrong = pairs.find((pair) => !/^[^=]+=/.test(pair));
  return wrong === undefined ? undefined : `--var ${wrong} has no value; use --var name=value`;
}

/** Returns where the values of variables are looked for, with the options of the command: imported files count behind the file itself. */
export function layersOf(
  { var: pairs, env }: { readonly var: readonly string[]; readonly env?: string | undefined },
  text: string,
  environments: Environments,
  imported: readonly VariableLayer[] = [],
): readonly VariableLayer[] {
  return variableLayers({ given: new Map(pairs.map(splitPair)), text, imported, environments, environment: env });
}

/** Returns the layers before the definitions of a file: what was entered and given. */
export function givenLayers(pairs: readonly string[], answers: ReadonlyMap<string, string>): readonly VariableLayer[] {
  return [layerOf(answers, { kind: 'prompt' }, true), layerOf(new Map(pairs.map(splitPair)), { kind: 'option' })];
}

/** Returns the names of the values of `--var`. */
export function namesOf(pairs: readonly string[]): ReadonlySet<string> {
  return new Set(pairs.map((pair) => splitPair(pair)[0]));
}

function splitPair(pair: string): readonly [string, string] {
  const equals = pair.indexOf('=');
  return [pair.slice(0, equals), pair.slice(equals + 1)];
}
