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

  /** What a title must not say, and the word for it. */
  const others: readonly (readonly [RegExp, string])[] = [
    [/\b(?:answers?|repl(?:y|ies))\b/i, 'response'],
    [/(?<!Language )\b(?:servers?|hosts?|clusters?)\b/i, 'endpoint'],
    [/\b(?:calls?|quer(?:y|ies))\b/i, 'request'],
    [/\b(?:delete|erase|drop)\b/i, 'Remove'],
    [/\brequest history\b/i, 'History'],
    [/\b(?:mock|play)\b/i, 'Sandbox'],
    [/\b(?:specification|spec|openapi)\b/i, 'Description'],
    [/\S (?:With|From|Of|The|For|To|At|Into)\b/, 'small letters'],
  ];

  it('have one word for each thing in the titles of commands', () => {
    const titles = Object.entries(manifestWords(root)).filter(([key]) => key.startsWith('command.'));
    expect(titles.length).toBeGreaterThan(80);
    const found = titles.flatMap(([, title]) =>
      others.flatMap(([pattern, word]) => (pattern.test(title) ? [`${title}: say ${word}`] : [])),
    );
    expect(found).toEqual([]);
  });
});
