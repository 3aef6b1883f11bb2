import { definitionLayer, layerOf, type VariableLayer } from '../../engine/src/index';

/** Returns why the values of `--var` cannot be read, or undefined. */
export function problemOfPairs(pairs: readonly string[]): string | undefined {
  const wrong = pairs.find((pair) => !/^[^=]+=/.test(pair));
  return wrong === undefined ? undefined : `--var ${wrong} has no value; use --var name=value`;
}

/** Returns where the values of variables are looked for: the command line, then the file, then its environment. */
export function variableLayers(
  pairs: readonly string[],
  text: string,
  environment: readonly VariableLayer[],
): readonly VariableLayer[] {
  return [layerOf(new Map(pairs.map(splitPair)), { kind: 'option' }), definitionLayer(text), ...environment];
}

function splitPair(pair: string): readonly [string, string] {
  const equals = pair.indexOf('=');
  return [pair.slice(0, equals), pair.slice(equals + 1)];
}
