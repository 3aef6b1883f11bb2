// The settings of package.json whose shapes are those of rulebook.json, and the files for which the editor starts the extension.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The event of JSON files whose names say which request they are the body of. */
const bodyFiles = 'workspaceContains:**/*.';

/** Returns package.json by its path in the repository; what the description of rulebook.json does not know stays as it is. */
export function packageFile({ root, settingSchemas, bodyFileNames }) {
  const text = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { properties } = text.contributes.configuration;
  for (const [name, { description, ...schema }] of Object.entries(settingSchemas())) {
    const { type, ...rest } = schema.markdownDescription === undefined ? { description, ...schema } : schema;
    properties[name] = { type, scope: 'resource', default: {}, ...rest };
  }
  const names = new Set(bodyFileNames.map(({ suffix }) => suffix.slice(1, -'.json'.length)));
  text.activationEvents = text.activationEvents.map((event) =>
    event.startsWith(bodyFiles) ? `${bodyFiles}{${[...names].join(',')}}.json` : event,
  );
  return new Map([['package.json', `${JSON.stringify(text, null, 2)}\n`]]);
}
