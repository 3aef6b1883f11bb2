import { resolve } from 'node:path';
import { readRights, type GivenRights } from '@rulebook/checker/privileges';
import { readText } from '@rulebook/node/files/files';
import { complain } from '../exit-codes';
import type { FolderSettings } from './configuration-file';

/** Reads the rights in a JSON file; otherwise returns why there are none, in half a sentence. */
export function readRightsFile(path: string, named = path): GivenRights | { readonly cause: string } {
  const content = readText(path);
  if ('cause' in content) return { cause: `cannot be read: ${content.cause}` };
  return (
    readRights(content.text, named) ?? {
      cause:
        'holds no rights; write a role descriptor ({ "cluster": […], "indices": […] }) or the permissions of a token ({ "permissions": { "contents": "read" } })',
    }
  );
}

/** Returns the rights of the endpoints of a folder, as far as their files can be read. */
export function readRightsOf({ root, configuration }: FolderSettings): ReadonlyMap<string, GivenRights> {
  const found = new Map<string, GivenRights>();
  for (const { name, rights } of configuration.endpoints) {
    if (rights === undefined) continue;
    const read = readRightsFile(resolve(root, rights), rights);
    if ('cause' in read) complain(`${rights}, the rights of ${name}, ${read.cause}`);
    else found.set(name, read);
  }
  return found;
}
