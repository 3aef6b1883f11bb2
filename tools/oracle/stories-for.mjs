// The stories that a server is asked, in its words.
import { randomOf } from './random.mjs';
import { areas } from './stories/index.mjs';

/** Areas whose requests are about users, roles and keys, which not every server has. */
const ofUsers = new Set(['API keys']);

/** Areas whose requests only a server with ES|QL answers. */
const ofQueries = new Set(['ES|QL']);

/** The areas whose stories are about mappings themselves. */
const ofMappings = new Set(['flattened mapping']);

/**
 * Returns the areas of a server, each with what makes its stories.
 * @param {import('./servers.mjs').Server} server
 * @param {{ seed: number, words: readonly string[] }} options words: texts of which one is in the name of an area; all areas if there are none
 */
export function storiesFor(server, { seed, words }) {
  return areas
    .filter(({ area }) => server.hasUsers || !ofUsers.has(area))
    .filter(({ area }) => server.hasQueries === true || !ofQueries.has(area))
    .filter(({ area }) => words.length === 0 || words.some((word) => area.includes(word)))
    .map(({ area, stories }) => ({
      area,
      stories: () => {
        const plainType = ofMappings.has(area) ? undefined : server.plainType;
        return stories(randomOf(seed, area)).map((story) => withPlainFields(inWords(story, server.words), plainType));
      },
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

/** Returns a story whose indices have fields of a type without parameters, which would be refused with all that the story does with them. */
function withPlainFields(story, type) {
  if (type === undefined) return story;
  const steps = story.steps.map((step) => {
    const properties = step.body?.mappings?.properties;
    if (properties === undefined || properties === null) return step;
    const plain = Object.entries(properties).map(([name, field]) => [name, field?.type === type ? { type } : field]);
    const mappings = { ...step.body.mappings, properties: Object.fromEntries(plain) };
    return { ...step, body: { ...step.body, mappings } };
  });
  return { ...story, steps };
}
