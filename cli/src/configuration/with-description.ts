import { reasonOf, refused, type Refusal } from '@rulebook/sender/plan';
import { complain, exitCodes } from '../exit-codes';

/** Says whether a description may be fetched from anywhere. */
export interface FetchOptions {
  readonly fetch?: boolean;
}

/** Returns whether what is to be read is a URL, and not a file. */
function isUrl(subject: string): boolean {
  return /^https?:\/\//i.test(subject);
}

/** Returns the file of a description: the subject itself, or a copy of what is at its URL. */
export async function localDescription(
  subject: string,
  options: FetchOptions,
): Promise<{ readonly path: string } | Refusal> {
  if (!isUrl(subject)) return { path: subject };
  const { copyOfDescription } = await import('./fetched-description');
  return copyOfDescription(subject, options.fetch === true);
}

/** Runs something with the file of a description; why there is none is said, and its exit code returned. */
export async function withDescription(
  subject: string,
  options: FetchOptions & { readonly onlyWay?: readonly string[] },
  run: (path: string) => Promise<number>,
): Promise<number> {
  // What a language model asks for reaches no further host.
  const isForModel = options.onlyWay !== undefined && isUrl(subject);
  const found = isForModel
    ? refused(`${subject} is a URL, which only the user fetches; name a service of rulebook.json or a file`)
    : await localDescription(subject, options);
  if (!('cause' in found)) return run(found.path);
  complain(reasonOf(found));
  return exitCodes.usage;
}
