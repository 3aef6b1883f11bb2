// JLS, the JSON language server of VS Code: the yardstick of what an editor's user is used to.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cacheFolder } from '../editor/environment.mjs';
import { bodySchema } from './generate-body.mjs';

const inEditor =
  'node_modules/code-server/lib/vscode/extensions/json-language-features/server/dist/node/jsonServerMain.js';

/** Returns the server with its version, or undefined when this machine has none. `RULEBOOK_JSON_SERVER` names another one. */
export function findJsonServer() {
  const cache = cacheFolder();
  const candidates = existsSync(cache) ? readdirSync(cache).map((name) => join(cache, name, inEditor)) : [];
  const path = process.env.RULEBOOK_JSON_SERVER ?? candidates.find((candidate) => existsSync(candidate));
  if (path === undefined) return undefined;
  // Its folder is server/dist/node.
  const manifest = join(dirname(path), '../../package.json');
  const version = existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')).version : 'of unknown version';
  return { path, version };
}

/**
 * Returns settings with which every JSON file has the schema.
 * @param {any} schema
 */
export function settingsWith(schema) {
  return {
    json: { validate: { enable: true }, schemas: [{ fileMatch: ['*.json'], url: 'file:///bench/schema', schema }] },
  };
}

export const jsonSettings = settingsWith(bodySchema);
