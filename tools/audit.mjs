// `npm run audit -- FILE.cdx.json`: what is known against the packages of which the bundles hold something, by the bill of materials of a
// release. `npm audit --omit=dev` knows none of them, since what is bundled is a development dependency. It asks the registry.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = join(import.meta.dirname, '..');

/**
 * Returns the advisories of an audit about packages of the bill, one line each.
 * @param {any} audit what `npm audit --json` prints
 * @param {any} bill a CycloneDX bill
 * @param {any} lock the lock file that was audited
 * @returns {readonly string[]}
 */
export function advisoriesAgainst(audit, bill, lock) {
  const shipped = new Set(
    bill.components.filter(({ type }) => type === 'library').map((component) => component['bom-ref']),
  );
  const lines = Object.values(audit.vulnerabilities ?? {}).flatMap(({ name, nodes, via }) => {
    const versions = nodes.map((node) => `${name}@${lock.packages[node]?.version}`);
    const concerned = versions.filter((version) => shipped.has(version));
    // A text names another package, whose own entry has the advisory.
    const advisories = via.filter((one) => typeof one !== 'string' && one.name === name);
    return concerned.flatMap((version) =>
      advisories.map(({ severity, title, url, range }) => `${version}: ${severity}: ${title} (${range}) ${url}`),
    );
  });
  return [...new Set(lines)].sort();
}

/** @param {readonly string[]} args */
function main([file]) {
  if (file === undefined)
    return fail(2, 'Name the bill of materials: npm run audit -- release/rulebook-1.2.3.cdx.json');
  const bill = JSON.parse(readFileSync(file, 'utf8'));
  const { stdout } = spawnSync('npm', ['audit', '--json'], { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 });
  const audit = readAudit(stdout);
  if (audit?.vulnerabilities === undefined)
    return fail(
      3,
      `The registry gave no advisories: ${audit?.error?.summary || audit?.message || 'it did not respond'}`,
    );
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const found = advisoriesAgainst(audit, bill, lock);
  const count = bill.components.filter(({ type }) => type === 'library').length;
  for (const line of found) console.log(line);
  console.log(`${found.length} ${found.length === 1 ? 'advisory' : 'advisories'} against ${count} bundled packages`);
  process.exitCode = found.length === 0 ? 0 : 1;
}

function readAudit(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function fail(code, message) {
  console.error(message);
  process.exitCode = code;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) main(process.argv.slice(2));
