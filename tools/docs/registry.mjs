// Makes the registry of the rules from the files in packages/checker/src/rules and in the services' folders `rules`: a rule is a file there, and its name is
// the rule's id.
import { constantOf, ruleFiles, rulesFolder as folder } from '../lib/rule-files.mjs';

/** Returns the generated sources by their paths in the repository. */
export function registry(root) {
  const files = ruleFiles(root);
  const ids = [...files.keys()];
  return new Map([
    ['packages/services/src/rules.ts', rulesSource(files)],
    [`${folder}/rule-ids.ts`, idsSource(ids)],
  ]);
}

function rulesSource(files) {
  const named = (path) =>
    path.startsWith(`${folder}/`) ? `@rulebook/checker/rules/${path.slice(folder.length + 1)}` : path.replace(/^services/, '@rulebook');
  return [
    '// Generated from the files of packages/checker/src/rules, and of the folders `rules` of services, by `npm run docs`.',
    ...[...files].map(
      ([id, path]) => `import { ${constantOf(id)} } from '${named(path).slice(0, -'.ts'.length)}';`,
    ),
    "import type { Rule } from '@rulebook/checker/rules/rule';",
    '',
    '/** All rules, by id. */',
    `export const rules: readonly Rule[] = [${[...files.keys()].map(constantOf).join(', ')}];`,
    '',
  ].join('\n');
}

function idsSource(ids) {
  return [
    '// Generated from the files of this folder, and of the folders `rules` of services, by `npm run docs`.',
    '',
    '/** The ids of all rules, for what must not import the rules themselves. */',
    `export const ruleIds: readonly string[] = [${ids.map((id) => `'${id}'`).join(', ')}];`,
    '',
  ].join('\n');
}
