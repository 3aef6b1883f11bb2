import { isSecretName } from '@rulebook/catalogue/masking/secret-names';
import { requestOfVariable } from '../plan/request-reference';
import type { NamedResponses } from '../variables/named-responses';
import { segmentsOf, variablesOf } from '../plan/segments';
import { isPrivateSource, systemValue, type SystemPorts } from '../variables/system-variables';
import {
  describeSource,
  resolveIn,
  valuesIn,
  type VariableLayer,
  type VariableSource,
} from '../variables/variable-layers';
import type { ExplainedVariable } from './explanation';
import { isSystemVariable } from '../variables/shown-values';

/** Where the values of variables are looked for, when no one is asked and nothing is sent. */
export interface ValuePorts {
  /** The nearest first. */
  readonly layers: readonly VariableLayer[];
  readonly system: SystemPorts;
  readonly answers: NamedResponses;
  /** The line of the request, counted from 0. */
  readonly line?: number | undefined;
}

/** A chain of variables longer than this is not followed. */
const maxVariables = 1000;

/** Returns the names of variables and of those in their values, each once, in the order of their use. */
export function allVariables(names: readonly string[], { layers, line }: ValuePorts): readonly string[] {
  const resolve = resolveIn(layers, line);
  const found = new Set<string>();
  const visit = (name: string) => {
    const plain = name.startsWith('%') ? name.slice(1).trim() : name;
    if (found.size < maxVariables) found.add(plain);
  };
  names.forEach(visit);
  // A set is also visited where it grows.
  for (const name of found) {
    const value = resolve(name)?.value;
    if (value?.includes('{{')) variablesOf([segmentsOf(value)]).forEach(visit);
  }
  return [...found];
}

/** What shows the values of variables. */
interface ValueTexts {
  /** Returns the filled value. */
  readonly valueOf: (name: string) => string;
  /** Returns the filled value with the mask for the secrets in it. */
  readonly maskedValueOf: (name: string) => string;
  readonly show: (text: string) => string;
}

/** Returns a variable with its source and what it shadows. */
export function explainVariable(
  name: string,
  ports: ValuePorts,
  { valueOf, maskedValueOf, show }: ValueTexts,
): ExplainedVariable {
  const { source, isPrivate, others } = sourceOf(name, ports);
  const about = {
    name: show(name),
    kind: source.kind,
    source: describeSource(source),
    shadows: others.map(describeSource),
  };
  if (source.kind === 'none') return { ...about, isSecret: isSecretName(name) || isPrivateSource(name) };
  if (source.kind === 'system') return { ...about, isSecret: false };
  const value = valueOf(name);
  const shown = show(maskedValueOf(name));
  const isSecret = isPrivate || isSecretName(name) || shown !== value;
  return { ...about, isSecret, ...(!isSecret && { value: shown }) };
}

interface Found {
  readonly source: VariableSource;
  readonly isPrivate: boolean;
  readonly others: readonly VariableSource[];
}

function sourceOf(name: string, { layers, system, answers, line }: ValuePorts): Found {
  const only = (source: VariableSource, isPrivate = false): Found => ({ source, isPrivate, others: [] });
  const known = resolveIn(layers, line);
  if (isPrivateSource(name)) {
    const kind = /^\$dotenv/i.test(name) ? 'dotenv' : /^\$secret/i.test(name) ? 'secret' : 'process';
    const key = name.replace(/^\$env\.|^\$\w+\s+/i, '');
    return only(systemValue(name, system, known) === undefined ? { kind: 'none' } : { kind, name: key }, true);
  }
  if (isSystemVariable(name, system)) return only({ kind: 'system' });
  const request = requestOfVariable(name);
  if (request !== undefined && answers.resolve(name) !== undefined) return only({ kind: 'response', request });
  const [first, ...others] = valuesIn(layers, name, { line });
  if (first === undefined) return only({ kind: 'none' });
  return { source: first.source, isPrivate: first.isSecret, others: others.map(({ source }) => source) };
}
