// What must be known before anything is published. The project has no address of its own until its owner writes one.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/**
 * Returns why the packages cannot be published as package.json is, or undefined. npm shows by its provenance from which repository a package
 * was built, and compares that with `repository`.
 * @returns {string | undefined}
 */
export function publishingProblem() {
  const { repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const url = typeof repository === 'string' ? repository : repository?.url;
  if (url === undefined) {
    return 'package.json has no `repository`. Write it there: { "type": "git", "url": "git+https://…" } with the address of the repository that is published from.';
  }
  if (!/^(git\+)?https:\/\/[^/\s]+\/[^\s]+$/.test(url) || /\bOWNER\b/.test(url)) {
    return `The \`repository\` of package.json, ${url}, is not the https address of a repository.`;
  }
  return undefined;
}
