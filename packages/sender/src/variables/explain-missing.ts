import { isOwnVariable, variableOfSecret } from '../private/environment-overrides';
import type { RequestPlan } from '../plan/plan';
import type { NamedResponses } from './named-responses';
import { schemeOfReference, secretNameOf } from './system-variables';

/** What `explainMissing` knows in addition to the names. */
interface MissingContext extends Pick<RequestPlan, 'scripted'> {
  readonly answers: NamedResponses;
  /** Says how the sender takes the values of variables: `add --var NAME=VALUE`. */
  readonly advise?: (names: readonly string[]) => string;
}

/** Returns why variables have no value, and what gives them one. */
export function explainMissing(names: readonly string[], { answers, scripted = [], advise }: MissingContext): string {
  const [first = 'name'] = names;
  const isPlural = names.length > 1;
  // Not with `name=value`: behind the name of a secret, the mask would take the word for one.
  const cause = isPlural ? `the variables ${names.join(', ')} have no value` : `the variable ${first} has no value`;
  const scripts = scripted.filter(({ name }) => names.includes(name));
  if (scripts.length > 0) {
    const step = advise === undefined ? '' : `, or ${advise(names)}`;
    return `${cause}; ${scriptCause(scripts, isPlural)}, which has not run; ${stepForScript(scripts)}${step}`;
  }
  const advice = advise === undefined ? '' : `, or ${advise(['NAME'])}`;
  return `${cause}; ${answers.explain(first) ?? stepFor(first, isPlural, advice)}`;
}

function stepForScript(scripts: NonNullable<MissingContext['scripted']>): string {
  const requests = [...new Set(scripts.flatMap(({ request }) => request ?? []))];
  return requests.length === 0 ? 'send its request first' : `send ${requests.join(' and ')} first`;
}

function scriptCause(scripts: NonNullable<MissingContext['scripted']>, isPlural: boolean): string {
  const places = scripts.map(({ name, line, file }) => {
    const place = `(line ${line + 1}${file === undefined ? '' : ` of ${file}`})`;
    return isPlural ? `${name} ${place}` : place;
  });
  if (places.length > 1) return `the values of ${places.join(', ')} come from scripts`;
  return isPlural
    ? `the value of ${places.join()} comes from a script`
    : `its value comes from a script ${places.join()}`;
}

function stepFor(name: string, isPlural: boolean, advice: string): string {
  const [, source, key] = /^\$(processEnv|dotenv|env)(?:\s+|\.)(\S+)$/i.exec(name) ?? [];
  if (source !== undefined) {
    if (source.toLowerCase() !== 'dotenv' && isOwnVariable(key ?? ''))
      return 'variables of the environment that begin with RULEBOOK_ are for Rulebook itself, and no file reads them; use another name';
    return source.toLowerCase() === 'dotenv' ? `add ${key} to the file .env` : `set the environment variable ${key}`;
  }
  const secret = secretNameOf(name);
  if (secret !== undefined && schemeOfReference(secret) !== undefined)
    return 'a command of your own settings resolves it when the request is sent';
  if (secret !== undefined)
    return `set the environment variable ${variableOfSecret(secret)}, or keep it with "rulebook credential set-secret"`;
  return name.startsWith('$')
    ? 'check how it is written'
    : `define ${isPlural ? 'them' : 'it'} in the file or an environment${advice}`;
}
