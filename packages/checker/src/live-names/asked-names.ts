import { isBehind, resolved, urlOf, type Definitions } from '../binding/destination';
import type { Binding, Endpoint } from '../binding/model';
import type { AskedNames, NameList } from '@rulebook/catalogue/name-lists';
import type { Service } from '@rulebook/catalogue/service';
import { isSecretName } from '@rulebook/catalogue/masking/secret-names';
import { fillRequest } from '../resource-model/fill-request';
import { parameterIn, pathForm, pathWords } from '../resource-model/path-words';
import { expressionOf } from '@rulebook/text/expressions';
import { mayAskNames } from './may-ask';

/** Where names are asked for: an endpoint that is configured, with its service. */
export interface NamesPlace {
  readonly endpoint: Endpoint;
  readonly service: Service;
}

/**
 * Returns the endpoint that a request certainly goes to, if it may be asked for names; undefined for any other. Whatever host a request names
 * itself, only one that the configuration has is asked.
 */
export function namesPlaceOf(binding: Binding): NamesPlace | undefined {
  const { endpoint, service, destination, request } = binding;
  if (endpoint === undefined || service === undefined || destination.kind === 'open') return undefined;
  if (destination.kind === 'url' && !isBehind(urlOf(destination, request), endpoint)) return undefined;
  return mayAskNames(endpoint, service) ? { endpoint, service } : undefined;
}

/** Returns a list that is asked for in a request, with the names of what it is in; undefined where one of these is not known. */
export function askedNames(
  list: NameList,
  path: string,
  valueOf: (parameter: string) => string | undefined,
): AskedNames | undefined {
  const own = pathWords(path);
  const words = pathWords(list.request.path.replace(/\?.*$/s, ''));
  const names: Record<string, string> = {};
  for (const [index, word] of words.entries()) {
    const parameter = parameterIn(word);
    if (parameter === undefined) continue;
    const isSamePlace = pathForm(own.slice(0, index + 1).join('/')) === pathForm(words.slice(0, index + 1).join('/'));
    const value = valueOf((isSamePlace ? parameterIn(own[index]) : undefined) ?? parameter);
    if (value === undefined) return undefined;
    names[parameter] = value;
  }
  return { list, request: fillRequest(list.request, names), names };
}

/** A part of a path under the name of its parameter, as it is written. */
export interface PathValue {
  readonly name: string;
  readonly text: string;
}

/**
 * Returns what reads the values of a request's path, in which variables have the values that the file gives them. A variable whose name sounds
 * like a secret has none: nothing is asked for with it.
 */
export function valuesOfPath(
  path: readonly PathValue[],
  { severalNames }: Pick<Service, 'severalNames'>,
  { isOfSeveral }: NameList,
  definitions: Definitions = noDefinitions,
): (parameter: string) => string | undefined {
  return (parameter) => {
    const { text = '' } = path.find(({ name }) => name === parameter) ?? {};
    const isSecret = [...text.matchAll(/\{\{([^{}]*)\}\}/g)].some(([, name = '']) => isSecretName(name.trim()));
    const written = isSecret ? undefined : text.includes('{{') ? resolved(text, definitions) : text;
    const value = written === undefined ? undefined : plainName(written);
    if (value === undefined || value === '') return undefined;
    const isSeveral = severalNames !== undefined && expressionOf(severalNames).test(value);
    return isSeveral && isOfSeveral !== true ? undefined : value;
  };
}

/** Returns whether a text can name several objects of a service, with commas between them. */
export function takesSeveral({ severalNames }: Pick<Service, 'severalNames'>): boolean {
  return severalNames !== undefined && expressionOf(severalNames).test(',');
}

const noDefinitions: Definitions = new Map();

/** Returns a part of a path as the service reads it; undefined where its escapes are broken. */
export function plainName(text: string): string | undefined {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
