// What the scripts of the actions share: the installed command line, inputs that are lists, outputs for later steps, and the summary of the job.
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const { GITHUB_OUTPUT, GITHUB_STEP_SUMMARY, RUNNER_TEMP = '' } = process.env;
const { npmName } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));
const maxShown = 100;

/** The command line that install.mjs has installed. */
export const program = join(RUNNER_TEMP, `rulebook/node_modules/${npmName}/dist/cli.js`);

/** A path below the temporary folder of the job. */
export function temporary(name) {
  return join(RUNNER_TEMP, name);
}

/** Returns the lines of an input. */
export function linesOf(text = '') {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Sets an output of the step. */
export function output(name, value) {
  // A line end would begin another output.
  if (GITHUB_OUTPUT) appendFileSync(GITHUB_OUTPUT, `${name}=${String(value).replace(/[\r\n]/g, ' ')}\n`);
}

/** Adds a sentence and a table to the summary of the job; texts in cells are shown as they are. */
export function summarise(sentence, headings, rows) {
  if (!GITHUB_STEP_SUMMARY) return;
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const shown = rows.slice(0, maxShown).map((cells) => line(cells.map((text) => cell(String(text)))));
  const table = ['', line(headings), line(headings.map(() => '---')), ...shown];
  const more = rows.length > maxShown ? ['', `${rows.length - maxShown} more are in the log.`] : [];
  const lines = ['### Rulebook', '', sentence, ...(rows.length > 0 ? table : []), ...more, ''];
  appendFileSync(GITHUB_STEP_SUMMARY, `${lines.join('\n')}\n`);
}

/** Returns a number with its noun. */
export function count(number, noun) {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** Texts of files and responses are never read as Markdown or HTML; control characters are named. */
function cell(text) {
  return text
    .replace(/[\r\n]+/g, ' ')
    .replace(/[\\`*_{}[\]<>&|#!~]/g, (character) => `&#${character.charCodeAt(0)};`)
    .replace(
      /\p{Cc}|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu,
      (character) => `U+${character.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}`,
    );
}
