// Makes the registry of the rules from the files in engine/src/rules: a rule is a file there, and its name is the rule's id.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = 'engine/src/rules';
/** The files of the folder that are not rules. */
const others = ['rule', 'rules', 'rule-ids'];

/** Returns the generated sources by their paths in the repository. */
export function registry(root) {
  const ids = readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.ts'))
    .map((name) => name.slice(0, -'.ts'.length))
    .filter((name) => !others.includes(name))
    .sort();
  for (const id of ids) refuseOther(root, id);
  return new Map([
    [`${folder}/rules.ts`, rulesSource(ids)],
    [`${folder}/rule-ids.ts`, idsSource(ids)],
  ]);
}

function rulesSource(ids) {
  return [
    '// Generated from the files of this folder by `npm run docs`.',
    ...ids.map((id) => `import { ${constantOf(id)} } from './${id}';`),
    "import type { Rule } from './rule';",
    '',
    '/** All rules, by id. */',
    `export const rules: readonly Rule[] = [${ids.map(constantOf).join(', ')}];`,
    '',
  ].join('\n');
}

function idsSource(ids) {
  return [
    '// Generated from the files of this folder by `npm run docs`.',
    '',
    '/** The ids of all rules, for what must not import the rules themselves. */',
    `export const ruleIds: readonly string[] = [${ids.map((id) => `'${id}'`).join(', ')}];`,
    '',
  ].join('\n');
}

/** `insecure-url` is exported as `insecureUrl`. */
export function constantOf(id) {
  return id.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
}

function refuseOther(root, id) {
  const path = `${folder}/${id}.ts`;
  const source = readFileSync(join(root, path), 'utf8');
  const advice = `A file in ${folder} is a rule; move it to ${folder}/support/ if it is not.`;
  if (!new RegExp(`^export const ${constantOf(id)}\\b`, 'm').test(source)) {
    throw new Error(`${path} must export the constant \`${constantOf(id)}\`. ${advice}`);
  }
  if (!source.includes(`id: '${id}'`)) throw new Error(`The rule in ${path} must have the id \`${id}\`. ${advice}`);
}
