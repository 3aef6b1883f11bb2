// What other tools have: the tables of docs/coming-from and docs/not-there.md, from one list of features.
import { absent } from './features/absent.mjs';
import { different } from './features/different.mjs';
import { here } from './features/here.mjs';
import { tools } from './features/tools.mjs';
import { table } from './markdown.mjs';
import { loadEngine } from '../lib/load-engine.mjs';

/** Returns the generated parts: for each tool what is here and what is not, and all that is not. */
export async function featureParts() {
  const { constructs } = await loadEngine('packages/request-file/src/syntax/constructs');
  const parts = new Map();
  /** How a tool writes the constructs of a feature, and what it has besides. */
  const called = ({ constructs: kinds = [], in: names }, tool) => {
    const written = kinds.flatMap((kind) => constructs.filter((one) => one.kind === kind)).map(({ from }) => from[tool]);
    return [...written, names[tool]].filter((one) => one !== undefined).join(', ');
  };
  for (const [tool, name] of Object.entries(tools)) {
    const has = (list) => list.filter((feature) => called(feature, tool) !== '');
    const title = `In ${name}`;
    parts.set(
      `here-from-${tool}`,
      table(
        [title, 'Here'],
        has(here).map((feature) => [called(feature, tool), `${feature.here} ([more](${feature.page}))`]),
      ),
    );
    parts.set(
      `different-from-${tool}`,
      table(
        [title, 'Rulebook'],
        has(different).map((feature) => [called(feature, tool), `${feature.here} ([more](${feature.page}))`]),
      ),
    );
    parts.set(
      `absent-from-${tool}`,
      table(
        [title, 'What to do instead'],
        has(absent).map((feature) => [called(feature, tool), feature.here]),
      ),
    );
  }
  parts.set(
    'absent-features',
    table(
      ['What is not there', 'What to do instead'],
      absent.map(({ what, here: instead }) => [what ?? '', instead.replaceAll('](../', '](')]),
    ),
  );
  return { parts };
}
