import { asHttpYacReference } from '@rulebook/request-file/syntax/own-response';
import type { TakenValue } from './plan';
import { variablesOf, segmentsOf } from './segments';
import { referenceOf, type RequestReference } from './request-reference';

/** Returns the values that a definition behind a request takes from its response: `@id = {{response.parsedBody.id}}`. */
export function takenBy(name: string, value: string): readonly TakenValue[] {
  if (!value.includes('{{')) return [];
  return variablesOf([segmentsOf(value)]).flatMap((written) => {
    const path = written.replace(/^%\s*/, '');
    return ownReferenceOf(path) === undefined ? [] : [{ variable: variableFor(name, path), path }];
  });
}

/**
 * Returns the value of a definition behind a request in which what it takes from the response has a name of its own: other definitions take the
 * same from other responses.
 */
export function withTakenNames(name: string, value: string): string {
  return takenBy(name, value).reduce(
    (text, { variable, path }) =>
      text.replace(/\{\{([^{}]*)\}\}/g, (whole, inner: string) => {
        const named = inner.trim();
        const isEncoded = named.startsWith('%');
        const taken = isEncoded ? named.slice(1).trim() : named;
        return taken === path ? `{{${isEncoded ? '%' : ''}${variable}}}` : whole;
      }),
    value,
  );
}

/** Returns the definition that takes a value, and what it takes; undefined for any other variable. */
export function takenParts(variable: string): { readonly name: string; readonly path: string } | undefined {
  const [, path, name] = /^(response\..*) of @(\S+)$/s.exec(variable.trim()) ?? [];
  return path === undefined || name === undefined ? undefined : { name, path };
}

/** Reads what a definition takes, in the words of httpYac. */
export function ownReferenceOf(path: string): RequestReference | undefined {
  const reference = asHttpYacReference(path);
  return reference === undefined ? undefined : referenceOf(`own.response.${reference}`);
}

function variableFor(name: string, path: string): string {
  return `${path} of @${name}`;
}
