// The examples of the playground: the files that the repository already has, so that none is written a second time.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The folders whose request files are examples, in their order. */
const folders = ['examples', 'templates'];

/**
 * Returns the examples of a checkout.
 * @param {string} root
 * @returns {readonly { id: string, path: string, text: string }[]}
 */
export function examplesIn(root) {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.http'))
      .sort()
      .map((name) => {
        const path = `${folder}/${name}`;
        return { id: name.replace(/\.http$/, ''), path, text: readFileSync(join(root, path), 'utf8') };
      }),
  );
}
