// Finds the rules: a rule is a file in packages/engine/src/rules, or in the folder `rules` of a service.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The version of rules that say none. */
export const firstVersion = '0.1.0';

/** The folder of the rules that hold for any service. */
export const rulesFolder = 'packages/checker/src/rules';
const servicesFolder = 'services';
/** The files of the folder that are not rules. */
const others = ['rule', 'rule-ids'];

/** Returns the paths of the rules in the repository, by id in alphabetical order. */
export function ruleFiles(root) {
  const services = readdirSync(join(root, servicesFolder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${servicesFolder}/${name}/rules`)
    .filter((path) => existsSync(join(root, path)));
  const found = [rulesFolder, ...services].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.ts'))
      .map((name) => ({ id: name.slice(0, -'.ts'.length), path: `${folder}/${name}` }))
      .filter(({ id }) => folder !== rulesFolder || !others.includes(id)),
  );
  const files = new Map(found.sort((a, b) => (a.id < b.id ? -1 : 1)).map(({ id, path }) => [id, path]));
  if (files.size < found.length) throw new Error('Two rules have the same id; ids are the names of their files.');
  for (const [id, path] of files) refuseOther(root, id, path);
  return files;
}

/** `insecure-url` is exported as `insecureUrl`. */
export function constantOf(id) {
  return id.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
}

function refuseOther(root, id, path) {
  const source = readFileSync(join(root, path), 'utf8');
  const inside = dirname(path);
  const advice = `A file in ${inside} is a rule; move it to ${inside}/support/ if it is not.`;
  if (!new RegExp(`^export const ${constantOf(id)}\\b`, 'm').test(source)) {
    throw new Error(`${path} must export the constant \`${constantOf(id)}\`. ${advice}`);
  }
  if (!source.includes(`id: '${id}'`)) throw new Error(`The rule in ${path} must have the id \`${id}\`. ${advice}`);
}
