import { namedEnvironments, type Environments } from '@rulebook/request-file/environments/known-environments';
import { inCode } from '@rulebook/catalogue/markdown/foreign-markdown';
import { mask } from '@rulebook/catalogue/masking/mask-named-secrets';
import { redact } from '@rulebook/catalogue/masking/masker';
import { isSecretName } from '@rulebook/catalogue/masking/secret-names';
import { createNamedResponses } from './named-responses';
import { variableLayers } from './environment-layers';
import { segmentsOf } from '../plan/segments';
import { createFiller } from './resolve-variables';
import { isPrivateSource, type Resolve, type SystemPorts } from './system-variables';
import {
  definitionLayer,
  describeSource,
  resolveIn,
  valuesIn,
  type ImportedFile,
  type PlaceOfName,
  type SourcedValue,
  type VariableLayer,
  type VariableSource,
} from './variable-layers';

/** What the values in a request file come from, for showing them. Nothing is asked for, sent or read. */
export interface ShownValues {
  readonly environments: Environments;
  /** The chosen environment. */
  readonly environment: string | undefined;
  /** The files that the request file imports, in the order in which they count. */
  readonly imported?: readonly (ImportedFile & { readonly text: string })[];
}

/** A line of the file, counted from 0, and the name that is defined in it. */
export interface ShownPlace {
  readonly line: number;
  readonly defines?: string;
}

/** Shows the values of the variables of one file, never one that is secret. */
export interface VariableView {
  /** Returns what shows the values that count for the request at a line, or in the value of the definition there. */
  readonly at: (place: ShownPlace) => VariableView;
  /** Returns the value after all variables in it are filled in; undefined when it is secret, not known, or new each time. */
  readonly valueOf: (name: string) => string | undefined;
  /** Returns a text with its variables filled in, those that are secret by a mask; a variable without a value stays as it is written. */
  readonly filled: (text: string) => string;
  /** Returns whether the value of a variable comes from an environment. */
  readonly isOfEnvironment: (name: string) => boolean;
  /** Returns Markdown about a variable: its value, where it comes from, and what it shadows; undefined for a name that has none anywhere. */
  readonly describe: (name: string) => string | undefined;
}

/** A longer value is cut, in UTF-16 code units. */
const longest = 200;
/** Further values that are shadowed are counted. */
const maxShadowed = 10;

/** Returns what shows the values in a file of this text. */
export function createVariableView(
  text: string,
  { environments, environment, imported = [] }: ShownValues,
): VariableView {
  const layers = variableLayers({
    text,
    imported: imported.map((file) => definitionLayer(file.text, file)),
    environments,
    environment,
  });
  const providers = new Map(
    environments.entries.flatMap(({ variables }) =>
      [...variables.values()].flatMap(({ name, provider }) =>
        provider === undefined ? [] : [[name, provider] as const],
      ),
    ),
  );
  const elsewhere = (name: string) => {
    const names = namedEnvironments(environments)
      .map((one) => one.name)
      .filter((one) => environments.entries.some((entry) => entry.environment === one && entry.variables.has(name)));
    return names;
  };
  const viewAt = (place?: ShownPlace): VariableView => {
    const at = placeIn(layers, place);
    const values = shownValues(layers, at);
    const shownIn = (variable: string): string => {
      const name = variable.replace(/^%\s*/, '');
      if (name.startsWith('$') || valuesIn(layers, name, at).length === 0) return `{{${variable}}}`;
      return values(name) ?? mask;
    };
    return viewOf(at, values, shownIn);
  };
  const viewOf = (
    at: PlaceOfName,
    values: (name: string) => string | undefined,
    shownIn: (variable: string) => string,
  ): VariableView => ({
    at: viewAt,
    valueOf: values,
    filled: (written) =>
      segmentsOf(written)
        .map((segment) => (typeof segment === 'string' ? segment : shownIn(segment.variable)))
        .join(''),
    isOfEnvironment: (name) => valuesIn(layers, name, at)[0]?.source.kind === 'environment',
    describe: (name) => {
      const [first, ...shadowed] = valuesIn(layers, name, at);
      const provider = providers.get(name);
      if (first === undefined) {
        const others = elsewhere(name).filter((one) => one !== environment);
        if (provider !== undefined) return `Its value is kept by ${provider}, which Rulebook does not read.`;
        if (others.length === 0) return undefined;
        const chosen =
          environment === undefined
            ? 'No environment is chosen.'
            : `The environment ${inCode(environment)} does not define it.`;
        return `${chosen} It is defined in ${others.map((one) => inCode(one)).join(', ')}.`;
      }
      const value = values(name);
      const shown =
        value === undefined
          ? 'Its value is not shown: it is secret.'
          : value === ''
            ? 'An empty value.'
            : inCode(value, longest);
      const from = `From ${linkedSource(first.source)}${environment === undefined && first.source.kind === 'environment' ? ' (no environment is chosen)' : ''}.`;
      return [shown, from, ...listOf(shadowed)].join('\n\n');
    },
  });
  return viewAt();
}

/** Returns where the names of a place stand: in the value of the definition there, if there is one. */
function placeIn(layers: readonly VariableLayer[], place: ShownPlace | undefined): PlaceOfName {
  if (place?.defines === undefined) return { line: place?.line };
  const behind = { line: place.line + 1 };
  const within = valuesIn(layers, place.defines, behind).find(
    ({ source }) => source.kind === 'file' && source.imported === undefined && source.line === place.line,
  );
  return { line: place.line, within };
}

function listOf(shadowed: readonly SourcedValue[]): readonly string[] {
  if (shadowed.length === 0) return [];
  const lines = shadowed.slice(0, maxShadowed).map(({ value, isSecret, source }) => {
    const shown = isSecret ? mask : redact(value);
    return `- ${inCode(shown === '' ? ' ' : shown, longest)} · ${linkedSource(source)}`;
  });
  const more = shadowed.length - lines.length;
  return [`It shadows:\n\n${[...lines, ...(more > 0 ? [`- ${more} others`] : [])].join('\n')}`];
}

/** Returns a source in words, with a link to its file. */
function linkedSource(source: VariableSource): string {
  const words = describeSource(source);
  const path = source.kind === 'file' ? source.imported?.path : source.kind === 'environment' ? source.path : undefined;
  if ((source.kind !== 'environment' && source.kind !== 'file') || path?.startsWith('file:') !== true) return words;
  const line = (source.line ?? 0) + 1;
  const where = source.kind === 'file' ? words : `${words}, line ${line}`;
  return `[${where.replace(/[[\]\\`*_<>]/g, '\\$&')}](${path}#L${line})`;
}

/** Returns what fills in a value, or undefined when something secret is in it. */
function shownValues(
  layers: readonly VariableLayer[],
  { line, within }: PlaceOfName,
): (name: string) => string | undefined {
  const known = resolveIn(layers, line);
  const resolve: Resolve = (name, inner) => known(name, inner ?? within);
  const { resolve: answered } = createNamedResponses();
  const system: SystemPorts = {
    now: () => 0,
    guid: () => '',
    random: () => 0,
    environment: () => undefined,
    standIn: (name) => `{{${name}}}`,
  };
  return (name) => {
    let isSecret = isSecretName(name) || isPrivateSource(name);
    const filler = createFiller(
      (inner, of) => {
        const found = resolve(inner, of);
        if (found === undefined && inner === name) isSecret = true;
        if (found === undefined) return { value: `\\{\\{${inner}\\}\\}`, isSecret: false };
        isSecret ||= found.isSecret || isSecretName(inner);
        return found;
      },
      { ...system, standIn: (inner) => ((isSecret ||= isPrivateSource(inner)), `{{${inner}}}`) },
      answered,
    );
    if (resolve(name) === undefined) return undefined;
    const value = filler.fill([{ variable: name }]);
    // A credential may be in a value of any name.
    return isSecret || filler.problem !== undefined || redact(value) !== value ? undefined : value;
  };
}
