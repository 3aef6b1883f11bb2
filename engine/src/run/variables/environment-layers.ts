import { entriesFor, type EnvironmentEntry, type Environments } from '../../environments/known-environments';
import { sharedEnvironment } from '../../environments/model';
import { isSecretName } from '../../masking/secret-names';
import { definitionLayer, layerOf, type SourcedValue, type VariableLayer } from './variable-layers';

/** What the values of variables are looked for in; everything is optional but the environments. */
export interface VariableOrigins {
  /** Given for this run. */
  readonly given?: ReadonlyMap<string, string>;
  /** Entered by the user for this request. */
  readonly answers?: ReadonlyMap<string, string>;
  /** The text of the request file. */
  readonly text?: string;
  /** The definitions of the files that it imports, in the order in which they count. */
  readonly imported?: readonly VariableLayer[];
  readonly environments: Environments;
  /** The chosen environment. */
  readonly environment: string | undefined;
}

/**
 * Returns where the values of variables are looked for, the first before the others: what the user has entered, what is given for the run, the
 * file, those that it imports, the chosen environment, what is shared, and `.env`. Everything that sends, explains or shows values takes this order.
 */
export function variableLayers({
  given,
  answers,
  text,
  imported = [],
  environments,
  environment,
}: VariableOrigins): readonly VariableLayer[] {
  return [
    // The text of a prompt may be a secret.
    ...(answers === undefined ? [] : [layerOf(answers, { kind: 'prompt' }, true)]),
    ...(given === undefined ? [] : [layerOf(given, { kind: 'option' })]),
    ...(text === undefined ? [] : [definitionLayer(text)]),
    ...imported,
    ...environmentLayers(environments, environment),
  ];
}

/** Returns the layers of the environments alone. */
export function environmentLayers(environments: Environments, chosen: string | undefined): readonly VariableLayer[] {
  return entriesFor(environments, chosen).map((entry): VariableLayer => {
    if (entry.environment !== sharedEnvironment) return (name) => valueIn(entry, name);
    // `{{$shared name}}` is what is shared, although the chosen environment has another value.
    return (name) => valueIn(entry, /^\$shared\s+(\S+)$/.exec(name)?.[1] ?? name);
  });
}

const none: readonly SourcedValue[] = [];

function valueIn(entry: EnvironmentEntry, name: string): readonly SourcedValue[] {
  const variable = entry.variables.get(name);
  if (variable?.value === undefined) return none;
  const { environment, place, path } = entry;
  const line = entry.lineOf(variable);
  return [
    {
      value: variable.value,
      isSecret: entry.isPrivate || isSecretName(name),
      source: {
        ...{ kind: 'environment', environment, place },
        ...(path !== undefined && { path }),
        ...(line !== undefined && { line }),
      },
    },
  ];
}
