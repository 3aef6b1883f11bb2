// The settings of package.json whose shapes are those of rulebook.json, with their texts in package.nls.json, and the files for which the editor
// starts the extension.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { manifestWords, resolvedManifest } from '../lib/manifest.mjs';

/** The events of JSON files whose names say which request they are the body of. */
const bodyFiles = ['workspaceContains:**/*.', 'workspaceContains:**/'];

/** The members of a schema that the editor shows, and how their keys end. */
const shown = { description: 'description', markdownDescription: 'markdown' };

/**
 * Returns package.json and package.nls.json by their paths in the repository, and the manifest with its texts. What the description of
 * rulebook.json does not know stays as it is.
 */
export function packageFile({ root, settingSchemas, bodyFileNames }) {
  const text = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { properties } = text.contributes.configuration;
  const schemas = Object.entries(settingSchemas());
  const generated = schemas.map(([name]) => `setting.${name}.`);
  const words = Object.entries(manifestWords(root)).filter(([key]) => !generated.some((start) => key.startsWith(start)));
  for (const [name, { description, ...schema }] of schemas) {
    const { type, ...rest } = schema.markdownDescription === undefined ? { description, ...schema } : schema;
    properties[name] = { type, scope: 'resource', default: {}, ...withKeys(rest, `setting.${name}`, words) };
  }
  const names = new Set(bodyFileNames.map(({ suffix }) => suffix.slice(1, -'.json'.length)));
  const events = bodyFiles.map((start) => `${start}{${[...names].join(',')}}.json`);
  text.activationEvents = [...text.activationEvents.filter((event) => !/\{.*\}\.json$/.test(event)), ...events];
  const manifest = `${JSON.stringify(text, null, 2)}\n`;
  const shownWords = Object.fromEntries(words);
  return {
    files: new Map([
      ['package.json', manifest],
      ['package.nls.json', `${JSON.stringify(shownWords, null, 2)}\n`],
    ]),
    shown: resolvedManifest(manifest, shownWords),
  };
}

/** Returns a schema with keys in place of its texts, which are added to the words. */
function withKeys(schema, path, words) {
  const properties = (members) =>
    Object.fromEntries(Object.entries(members).map(([name, one]) => [name, withKeys(one, `${path}.${name}`, words)]));
  return Object.fromEntries(
    Object.entries(schema).map(([member, value]) => {
      if (member in shown && typeof value === 'string') {
        const key = `${path}.${shown[member]}`;
        words.push([key, value]);
        return [member, `%${key}%`];
      }
      if (member === 'properties') return [member, properties(value)];
      if ((member === 'additionalProperties' || member === 'items') && typeof value === 'object')
        return [member, withKeys(value, `${path}.${member === 'items' ? 'item' : 'each'}`, words)];
      if (member === 'anyOf') return [member, value.map((one, index) => withKeys(one, `${path}.${index + 1}`, words))];
      return [member, value];
    }),
  );
}
