import { refused, type Refusal } from '@rulebook/sender/plan';
import type { Difference } from '@rulebook/sender/ports';
import type { Engine } from '@rulebook/engine';
import { createAssertSchema } from '@rulebook/services';
import { candidateUris, plainUri } from '../documents/uris';
import { plainMessage } from '../documents/to-lsp';
import type { ServerPorts } from '../ports/ports';
import type { Settings } from './settings';

/** What reads and compares schemas. */
interface SchemaParts {
  readonly engine: Pick<Engine, 'checkBySchema'>;
  readonly describe: ServerPorts['describe'];
  readonly settingsOf: (uri: string) => Settings;
}

/**
 * Returns where a response differs from the JSON Schema that an assert of a file names, in plain text, or why that is not known. The schema must
 * be in the folder of `rulebook.json`, or in that of the file where there is none. Never rejects.
 */
export async function schemaDifferencesIn(
  { engine, describe, settingsOf }: SchemaParts,
  { uri, text, schema }: { readonly uri: string; readonly text: string; readonly schema: string },
): Promise<readonly Difference[] | Refusal> {
  const shown = schema.slice(0, 200);
  const configured = settingsOf(uri).root;
  const root = configured !== undefined && isBelow(uri, configured) ? configured : uri.slice(0, uri.lastIndexOf('/'));
  const [written = '', pointer] = schema.split('#', 2);
  const inside = candidateUris(uri, written, root).filter((candidate) => isBelow(candidate, root));
  if (describe === undefined || inside.length === 0)
    return refused(`The schema \`${shown}\` lies outside of its folder.`);
  let problem: string | undefined;
  for (const candidate of inside) {
    const path = plainUri(candidate).slice(plainUri(root).replace(/\/$/, '').length + 1);
    const read = await describe(root, pointer === undefined ? path : `${path}#${pointer}`, [], 'json-schema');
    if ('cause' in read) {
      problem ??= `The schema \`${shown}\` cannot be read: ${read.cause}.`;
      continue;
    }
    const { compiled, problems } = read;
    if (compiled === undefined)
      return refused(`The schema \`${shown}\` cannot be used: ${problems[0]?.message ?? 'it is not a JSON Schema.'}`);
    return engine
      .checkBySchema(text, createAssertSchema(compiled, schema))
      .map(({ line, rule, message }) => ({ line, rule, message: plainMessage(message) }));
  }
  return refused(problem ?? `The schema \`${shown}\` cannot be read.`);
}

function isBelow(uri: string, folder: string): boolean {
  return plainUri(uri).startsWith(`${plainUri(folder).replace(/\/$/, '')}/`);
}
