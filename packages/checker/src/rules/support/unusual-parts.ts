import type { Binding } from '../../binding/model';
import type { HeaderField } from '@rulebook/request-file/syntax/model';
import { isPlaceholder, isUnfilled } from './bound-values';

/** Variables that certainly are read as such. */
const variables = /\{\{[ \t]*[\w.$-][\w.$ -]*\}\}/g;
const oneVariable = /^[^{]*\{\{[ \t]*[\w.$-][\w.$ -]*\}\}[^{]*$/;
/** What of a path may be an escape, a placeholder of another notation, a fragment, or an empty segment. */
const unusualInPath = /[%{<$#:]|\/(?:\/|$)/;
/** What of a query may be a placeholder of another notation, or a comment. */
const unusualInQuery = /\{|\/\//;

/** Returns whether a target holds more than words, names and variables, so that the rules about its signs may report something. */
export function isUnusualTarget({ request, path, segments }: Binding): boolean {
  const { httpVersion, target } = request;
  const { origin, query } = target;
  if (httpVersion !== undefined || unusualInPath.test(withoutVariables(target.path.text))) return true;
  if (origin !== undefined && /[@{]/.test(withoutVariables(origin.text))) return true;
  for (const { name, value } of query)
    if (unusualInQuery.test(withoutVariables(name.text)) || unusualInQuery.test(withoutVariables(value?.text ?? '')))
      return true;
  // A fragment is behind what is read.
  const last = query.at(-1) ?? target.segments.at(-1);
  if (last !== undefined && last.span.end !== target.span.end) return true;
  for (const parameter of path)
    if (!parameter.hasPlaceholder && (parameter.text === '' || isUnfilled(parameter))) return true;
  // Some segments may be in the value of a variable in front of the path.
  for (const { text } of segments) if (isPlaceholder(text)) return true;
  return false;
}

/** Returns whether rules about the head may report something about the names and values of these header fields. */
export function areUnusualHeaders({ request, unknownHeaders, strayVariables }: Binding): boolean {
  return unknownHeaders.length > 0 || strayVariables !== undefined || request.headers.some(isUnusualHeader);
}

function isUnusualHeader({ name, value: { text } }: HeaderField): boolean {
  if (name.text.length === 'host'.length && name.text.toLowerCase() === 'host') return true;
  if (/[^\0-\xff]/.test(text)) return true;
  // As a credential usually is; without a copy of the text.
  return text.includes('{{') && !oneVariable.test(text) && withoutVariables(text).includes('{{');
}

/** Returns whether a variable is more than a name: it is computed, or it is still to be filled in. */
export function isUnusualVariable(name: string): boolean {
  return /^(?:[$%]|\s*value of )/.test(name);
}

function withoutVariables(text: string): string {
  return text.includes('{{') ? text.replace(variables, 'v') : text;
}
