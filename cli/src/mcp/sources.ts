import { refused, type Refusal } from '@rulebook/sender/plan';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { z } from 'zod';
import { pathInside, readText } from '@rulebook/node/files/files';

/** A longer text is refused, in UTF-16 code units. */
const longestText = 5_000_000;

/** The arguments that say which text is meant. */
export const sourceArguments = {
  text: z
    .string()
    .max(longestText)
    .optional()
    .describe('The text of a request file, which may not be saved: one or more requests, with ### between them.'),
  path: z
    .string()
    .optional()
    .describe(
      'The path of a request file (.http, .rest, .es), Markdown file or JSON body, below the working folder. With `text`, only the name that the text stands for: its folder decides which rulebook.json holds.',
    ),
};

/** A text with the path that it stands for. */
export interface Source {
  readonly path: string;
  readonly text: string;
}

/** What was given of `sourceArguments`. */
interface GivenSource {
  readonly text?: string | undefined;
  readonly path?: string | undefined;
}

/** The name of a text without a path. */
const unnamed = 'request.http';

/** Returns the text that is meant, or why it cannot be had. Nothing outside the working folder is read. */
export function readSource({ text, path = unnamed }: GivenSource): Source | Refusal {
  const folder = process.cwd();
  const way = relative(folder, resolve(folder, path));
  if (way === '' || way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way)) {
    return refused(`${path}: it is outside the working folder; name a file below it`);
  }
  if (text !== undefined) return { path: way, text };
  if (path === unnamed) return refused('give the `text` of a request, or the `path` of a file');
  const real = pathInside(way, [folder]);
  const content = real === undefined ? readText(way) : readText(real);
  if ('cause' in content) return refused(`${path}: cannot be read: ${content.cause}`);
  return real === undefined
    ? refused(`${path}: it leads out of the working folder; name a file below it`)
    : { path: way, text: content.text };
}
