import type { ImportPorts } from '@rulebook/sender/send';
import { isMarkdownName, isRequestFileName } from '@rulebook/request-file/syntax';
import { dirname, resolve } from 'node:path';
import { existsSync } from 'node:fs';
import type { BodyFolders } from './body-folders';
import { pathInside, readText } from './files';

/** Returns what reads the files that request files import: relative to the importing file, and only where files of the run may be. */
export function importReader({ allowed, advice = '' }: Pick<BodyFolders, 'allowed' | 'advice'>): ImportPorts['read'] {
  return (path, from) => {
    const wanted = resolve(dirname(from), path);
    if (!existsSync(wanted)) return { cause: 'there is no such file' };
    // Links are followed before the folder is checked.
    const location = allowed === undefined ? wanted : pathInside(wanted, allowed);
    if (location === undefined) return { cause: `it lies outside of ${allowed?.at(-1) ?? dirname(from)}${advice}` };
    if (!isRequestFileName(location) && !isMarkdownName(location))
      return { cause: 'its name is not that of a request file' };
    const content = readText(location);
    return 'cause' in content ? content : { location, text: content.text };
  };
}
