// The table of constructs of request files as pages show it.
import { tools } from './features/tools.mjs';

/** Where each place is, in words. */
const places = {
  everywhere: 'anywhere',
  above: 'above a request',
  request: 'as a request line',
  head: 'among the header fields',
  body: 'in a body',
  behind: 'behind a request',
};

/** Returns a request file with the example of a construct at the first of its places. */
export function exampleFile({ example, where: [place] }) {
  const request = 'POST http://localhost/\n';
  if (place === 'request') return `${example}\n`;
  if (place === 'head') return `${request}${example}\n`;
  return place === 'body' || place === 'behind' ? `${request}\n${example}\n` : `${example}\n${request}`;
}

/** Returns the first line of its example, without the content of a script; of a longer one with what closes it. */
export function lineOf({ example, ends }) {
  const [first, ...others] = example.split('\n');
  const shown = first.replace(/\{%.*%\}/, '{% … %}');
  return `\`${ends && others.length > 0 ? `${shown} … ${ends.mark}` : shown}\``;
}

/** Returns the places in words. */
export function placesOf({ where }) {
  return where.map((place) => places[place]).join(' or ').replace('above a request or', 'above or');
}

/** Returns the tools that have a construct, in words. */
export function toolsOf({ from }) {
  return Object.entries(tools)
    .flatMap(([tool, name]) => (from[tool] === undefined ? [] : [name]))
    .join(', ');
}
