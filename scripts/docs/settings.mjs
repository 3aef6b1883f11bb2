// The settings of package.json whose shapes are those of rulebook.json.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns package.json by its path in the repository; what the description of rulebook.json does not know stays as it is. */
export function packageFile({ root, settingSchemas }) {
  const text = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { properties } = text.contributes.configuration;
  for (const [name, { description, ...schema }] of Object.entries(settingSchemas())) {
    const { type, ...rest } = schema.markdownDescription === undefined ? { description, ...schema } : schema;
    properties[name] = { type, scope: 'resource', default: {}, ...rest };
  }
  return new Map([['package.json', `${JSON.stringify(text, null, 2)}\n`]]);
}
