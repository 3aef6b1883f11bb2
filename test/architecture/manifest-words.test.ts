import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { manifestWords } from '../../tools/lib/manifest.mjs';
import { problemsOfManifest } from './manifest-words';

const root = join(import.meta.dirname, '../..');
const { contributes, capabilities } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Readonly<
  Record<string, unknown>
>;

describe('the texts of a manifest', () => {
  it('are found where they are themselves, and keys where they have no text or no use', () => {
    const manifest = {
      commands: [{ command: 'one', title: '%one%', category: 'Rulebook' }],
      configuration: {
        properties: { title: { enum: ['a', 'b'], enumDescriptions: ['%two%', 'The second'] } },
      },
    };
    expect(problemsOfManifest(manifest, { one: 'One', three: 'Three' })).toEqual({
      literal: ['commands.0.category', 'configuration.properties.title.enumDescriptions.1'],
      missing: ['two'],
      unused: ['three'],
    });
  });

  // The name and the sentence at its head are those of the npm package, too.
  it('are in package.nls.json, each with a use', () => {
    expect(problemsOfManifest({ contributes, capabilities }, manifestWords(root))).toEqual({
      literal: [],
      missing: [],
      unused: [],
    });
  });
});
