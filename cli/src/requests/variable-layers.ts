import type { Environments } from '@rulebook/request-file/environments';
import { variableLayers, type VariableLayer } from '@rulebook/sender/variables';

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
  return variableLayers({ given: valuesOf(pairs), text, imported, environments, environment: env });
}

/** Returns the values of `--var`. */
export function valuesOf(pairs: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    pairs.map((pair) => {
      const equals = pair.indexOf('=');
      return [pair.slice(0, equals), pair.slice(equals + 1)];
    }),
  );
}
