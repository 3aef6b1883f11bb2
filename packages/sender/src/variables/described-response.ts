import { inCode } from '@rulebook/catalogue/markdown/foreign-markdown';
import { createMasker } from '@rulebook/catalogue/masking/masker';
import { isSecretName } from '@rulebook/catalogue/masking/secret-names';
import type { NamedResponses } from './named-responses';

/** A longer value is cut, in UTF-16 code units. */
const longest = 200;

/**
 * Returns Markdown about the value that a variable takes from an earlier request or its response, and when that was received; undefined for any
 * other variable, and where no response is kept. A secret is not shown.
 */
export function describeAnswered(
  variable: string,
  answers: NamedResponses,
  describeTime: (time: number) => string,
): string | undefined {
  const name = variable.trim().replace(/^%\s*/, '');
  const source = answers.sourceOf(name);
  if (source === undefined) return undefined;
  const { request, isOfRequest, time } = source;
  const when = time === undefined ? '' : `, ${isOfRequest ? 'sent' : 'received'} at ${describeTime(time)}`;
  const from = `From the ${isOfRequest ? 'request' : 'response of'} ${inCode(request)}${when}.`;
  const value = answers.resolve(name);
  if (value === undefined) return `No value is there. ${from}`;
  const isSecret = isSecretName(lastNameOf(name)) || createMasker(answers.secretsFor([name])).text(value) !== value;
  const shown = isSecret
    ? 'Its value is not shown: it is secret.'
    : value === ''
      ? 'An empty value.'
      : inCode(value, longest);
  return `${shown}\n\n${from}`;
}

/** Returns the last name in a path: `token` of `login.response.body.$.token`. */
function lastNameOf(path: string): string {
  return /(?<![\w-])([\w-]+)[^\w-]*$/.exec(path.replace(/\.value$|\[\d+\]$/, ''))?.[1] ?? path;
}
