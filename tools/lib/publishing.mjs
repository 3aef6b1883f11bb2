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
  const url = urlOf(repository);
  if (url === undefined) {
    return 'package.json has no `repository`. Write it there: { "type": "git", "url": "git+https://…" } with the address of the repository that is published from.';
  }
  if (!/^(git\+)?https:\/\/[^/\s]+\/[^\s]+$/.test(url) || /\bOWNER\b/.test(url)) {
    return `The \`repository\` of package.json, ${url}, is not the https address of a repository.`;
  }
  return undefined;
}

/**
 * Returns the addresses that follow from that of the repository: `bugs` and `homepage` of npm, `qna` of a marketplace. What a manifest says itself
 * stays. Without a repository there are none.
 * @param {Record<string, any>} manifest
 * @returns {Record<string, any>}
 */
export function addressesOf(manifest) {
  const place = repositoryOf(manifest);
  if (place === undefined) return {};
  const {
    bugs = { url: `${place.web}/issues` },
    homepage = `${place.web}#readme`,
    qna = `${place.web}/discussions`,
  } = manifest;
  return { bugs, homepage, qna };
}

/**
 * Returns where the repository of a manifest is: its page, and the two last parts of its address, by which actions and hooks name it.
 * @param {Record<string, any>} manifest
 * @returns {{ web: string, slug: string } | undefined}
 */
export function repositoryOf({ repository }) {
  const web = urlOf(repository)
    ?.replace(/^git\+/, '')
    .replace(/\.git$/, '');
  const slug = /^https:\/\/[^/\s]+\/([^/\s]+\/[^/\s]+)$/.exec(web ?? '')?.[1];
  return web === undefined || slug === undefined ? undefined : { web, slug };
}

function urlOf(repository) {
  return typeof repository === 'string' ? repository : repository?.url;
}
