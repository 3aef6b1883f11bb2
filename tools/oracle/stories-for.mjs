// The stories that a server is asked, in its words.
import { randomOf } from './random.mjs';
import { areas } from './stories/index.mjs';

/** Areas whose requests are about users, roles and keys, which not every server has. */
const ofUsers = new Set(['API keys']);

/**
 * Returns the areas of a server, each with what makes its stories.
 * @param {import('./servers.mjs').Server} server
 * @param {{ seed: number, words: readonly string[] }} options words: texts of which one is in the name of an area; all areas if there are none
 */
export function storiesFor(server, { seed, words }) {
  return areas
    .filter(({ area }) => server.hasUsers || !ofUsers.has(area))
    .filter(({ area }) => words.length === 0 || words.some((word) => area.includes(word)))
    .map(({ area, stories }) => ({
      area,
      stories: () => stories(randomOf(seed, area)).map((story) => inWords(story, server.words)),
    }));
}

/** Returns a story with the words of a server. */
function inWords(story, words) {
  if (words === undefined) return story;
  const rename = (text) => Object.entries(words).reduce((renamed, [word, own]) => renamed.replaceAll(word, own), text);
  const steps = story.steps.map((step) =>
    step.body === undefined
      ? step
      : {
          ...step,
          body: typeof step.body === 'string' ? rename(step.body) : JSON.parse(rename(JSON.stringify(step.body))),
        },
  );
  return { ...story, steps };
}
