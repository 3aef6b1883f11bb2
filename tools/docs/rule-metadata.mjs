// Facts for the pages about rules that neither the rules nor the catalogue contain.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The groups of the index, in their order. */
export const categories = {
  correctness: {
    title: 'Correctness',
    about: 'The service refuses the request, or does something other than intended.',
  },
  security: {
    title: 'Security',
    about: 'A secret, a signature or a connection is less protected than it could be.',
  },
  'file-syntax': {
    title: 'File syntax',
    about: 'The file cannot be read as it is written, whichever service it is for.',
  },
  style: {
    title: 'Style',
    about: 'The request works, but there is a clearer or better way to write it.',
  },
};

/** Returns the folder of a rule's fixtures. */
export function fixtureFolder(id) {
  return `test/rules/${id}`;
}

/** Returns whether the fixtures of a rule show a quick fix for one of its findings. */
export function isFixable(root, id) {
  const folder = join(root, fixtureFolder(id));
  if (!existsSync(folder)) return false;
  return readdirSync(folder)
    .filter((name) => name.endsWith('.fixes.diff'))
    .some((name) => readFileSync(join(folder, name), 'utf8').includes(`, ${id}: `));
}
