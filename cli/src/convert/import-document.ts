import { dirname } from 'node:path';
import { arazzoRequests } from '@rulebook/exchange/arazzo';
import type { WrittenRequests } from '@rulebook/exchange';
import { readDocument } from '../arazzo/read-document';
import { createConfigurationFinder } from '../configuration/configuration-file';
import { createPlanner } from './planner';

/** Returns the workflows of an Arazzo document as a request file, or why that is not possible, as half a sentence. */
export async function importDocument(
  path: string,
  text: string,
  { baseUrl, name }: { readonly baseUrl: string | undefined; readonly name: string },
): Promise<WrittenRequests | { readonly problem: string }> {
  if (path === '-') return { problem: 'an Arazzo document refers to other files; name its file' };
  const read = await readDocument(path, text, createConfigurationFinder()(dirname(path)));
  if ('message' in read) return { problem: read.message.replace(/\.$/, '') };
  const unread = read.sources.filter(({ cause }) => cause !== undefined);
  const written = arazzoRequests(read.document, read.sources, { baseUrl, name, planOf: createPlanner() });
  if ('problem' in written) return written;
  return {
    ...written,
    notes: [
      ...unread.map((one) => `the source description ${one.name} is not read: ${one.cause ?? ''}`),
      ...written.notes,
    ],
  };
}
