// Small request files, each with a few constructs of the tables in ways that people combine them.
import { randomOf } from '../oracle/random.mjs';
import * as common from './constructs/common.mjs';
import * as httpyac from './constructs/httpyac.mjs';
import * as restClient from './constructs/rest-client.mjs';

/**
 * @typedef {import('./generate.d.mts').Block} Block
 * @typedef {import('./generate.d.mts').Case} Case
 */

const owns = { httpyac, 'rest-client': restClient };
const slots = /** @type {const} */ ([
  'heads',
  'directives',
  'targets',
  'headers',
  'bodies',
  'behind',
  'separators',
  'endings',
]);
const behindOfAll = { behind: [] };

/**
 * Returns the choices of a tool for each place in a file.
 * @param {string} tool
 */
export function tablesOf(tool) {
  const { own } = owns[tool];
  return Object.fromEntries(
    slots.map((slot) => [
      slot,
      [...(/** @type {any} */ ({ ...common, ...behindOfAll })[slot] ?? []), ...own[slot]].filter(
        ({ tools }) => tools === undefined || tools.includes(tool),
      ),
    ]),
  );
}

/**
 * Returns generated files of a tool.
 * @param {string} tool
 * @param {number} seed
 * @param {number} count
 * @returns {Case[]}
 */
export function casesOf(tool, seed, count) {
  const random = randomOf(seed, `wire ${tool}`);
  const tables = tablesOf(tool);
  return Array.from({ length: count }, () => caseOf(tool, tables, random));
}

/** How often a construct comes from each table. */
const weights = [
  ['heads', 3],
  ['directives', 3],
  ['targets', 5],
  ['headers', 4],
  ['bodies', 5],
  ['behind', 3],
  ['separators', 2],
  ['endings', 1],
].flatMap(([slot, weight]) => Array.from({ length: Number(weight) }, () => String(slot)));

/** @returns {Case} */
function caseOf(tool, tables, random) {
  const blockCount = random.pick([1, 1, 2, 2, 3]);
  /** @type {any[]} */
  const blocks = Array.from({ length: blockCount }, () => ({
    directives: [],
    method: '',
    target: undefined,
    headers: [],
    body: undefined,
    behind: undefined,
  }));
  const made = { tool, head: undefined, blocks, separators: blocks.slice(1).map(() => undefined), ending: undefined };
  for (let left = random.pick([2, 2, 3, 3, 4]); left > 0; left -= 1) {
    const slot = random.pick(weights);
    if (tables[slot].length > 0) put(made, slot, random.pick(tables[slot]), random);
  }
  for (const block of blocks) {
    if (block.target?.isWithoutMethod) block.body = undefined;
    const ofParts = [block.target?.field, block.body?.field].flatMap((field) => fieldNames(field));
    block.headers = block.headers.filter(({ text }) => !fieldNames(text).some((name) => ofParts.includes(name)));
    block.method =
      block.body === undefined
        ? random.pick(['GET', 'GET', 'HEAD', 'OPTIONS', 'DELETE'])
        : random.pick(['POST', 'POST', 'PUT', 'PATCH', 'DELETE']);
  }
  return made;
}

/** @param {string} [text] */
function fieldNames(text = '') {
  return [...text.matchAll(/^\s*([\w-]+)\s*:/gm)].map(([, name = '']) => name.toLowerCase());
}

/** Whether a field of this name is there; two of a name are a construct of their own. */
function hasFieldOf(block, { text }) {
  const taken = block.headers.flatMap((field) => fieldNames(field.text));
  return fieldNames(text).some((name) => taken.includes(name));
}

function put(made, slot, choice, random) {
  const block = random.pick(made.blocks);
  if (slot === 'heads') made.head = choice;
  else if (slot === 'endings') made.ending = choice;
  else if (slot === 'separators') {
    if (made.separators.length > 0) made.separators[random.int(0, made.separators.length - 1)] = choice;
  } else if (slot === 'targets') block.target = choice;
  else if (slot === 'bodies') block.body = choice;
  else if (slot === 'behind') block.behind = choice;
  else if (slot !== 'headers' || !hasFieldOf(block, choice)) block[slot].push(choice);
}

/** @param {Block} block */
const choicesIn = ({ directives, target, headers, body, behind }) =>
  [...directives, target, ...headers, body, behind].filter((choice) => choice !== undefined);

/**
 * Returns the names of the constructs of a file.
 * @param {Case} one
 * @returns {readonly string[]}
 */
export function partsOf({ head, blocks, separators, ending }) {
  const choices = [head, ...blocks.flatMap(choicesIn), ...separators, ending];
  return choices.flatMap((choice) => (choice === undefined ? [] : [choice.name])).toSorted();
}

/**
 * Returns the text of a file, for a server at a port.
 * @param {Case} one
 * @param {number} port
 */
export function textOf({ tool, head, blocks, separators, ending }, port) {
  const choices = [head, ...blocks.flatMap(choicesIn)];
  const needs = new Set(choices.flatMap((choice) => (choice?.needs === undefined ? [] : [choice.needs])));
  const above = ['@base = http://127.0.0.1:PORT', '@place = 127.0.0.1:PORT', '@number = 5', '@file = body', ...needs];
  const texts = blocks.map(blockText);
  let text = `${above.join('\n')}\n${head?.text ?? '@who = ann\n'}\n`;
  if (choices.some((choice) => choice?.isAfterLogin)) text += owns[tool].login;
  for (const [index, block] of texts.entries()) {
    const separator = separators[index - 1];
    if (index > 0) text += `${separator?.isTight ? '' : '\n'}${separator?.text ?? '###'}\n`;
    text += block;
  }
  text += head?.end ?? '';
  return (ending?.change?.(text) ?? text)
    .replaceAll('PORT', String(port))
    .replaceAll('BASE', `http://127.0.0.1:${port}`);
}

function blockText({ directives, method, target, headers, body, behind }, at) {
  const lines = [...directives.map(({ text }) => text?.replace(/ request$/, ` request${at}`)), target?.above].filter(
    (line) => line !== undefined,
  );
  lines.push(`${target?.isWithoutMethod ? '' : `${body?.method ?? method} `}${target?.text ?? '{{base}}/items'}`);
  if (body?.type !== undefined) lines.push(`Content-Type: ${body.type}`);
  for (const field of [target?.field, body?.field, ...headers.map(({ text }) => text)])
    if (field !== undefined) lines.push(field);
  if (body !== undefined) lines.push(...(body.isTight ? [] : ['']), body.text ?? '');
  if (behind !== undefined) lines.push('', behind.text ?? '');
  return `${lines.join('\n')}\n`;
}

/**
 * Returns what lies next to the file of each case.
 * @param {string} tool
 * @returns {Readonly<Record<string, string | Buffer>>}
 */
export function filesOf(tool) {
  return { ...common.files, ...owns[tool].files };
}

/**
 * Returns the file with one part less, in each way.
 * @param {Case} one
 * @returns {Generator<Case>}
 */
export function* smallerOf(one) {
  const { head, blocks, separators, ending } = one;
  for (const index of blocks.length > 1 ? blocks.keys() : []) {
    const separator = Math.max(0, index - 1);
    yield { ...one, blocks: blocks.toSpliced(index, 1), separators: separators.toSpliced(separator, 1) };
  }
  if (head !== undefined) yield { ...one, head: undefined };
  if (ending !== undefined) yield { ...one, ending: undefined };
  for (const [index, separator] of separators.entries())
    if (separator !== undefined) yield { ...one, separators: separators.with(index, undefined) };
  for (const [index, block] of blocks.entries())
    for (const smaller of smallerBlocks(block)) yield { ...one, blocks: blocks.with(index, smaller) };
}

function* smallerBlocks(block) {
  for (const slot of ['target', 'body', 'behind']) if (block[slot] !== undefined) yield { ...block, [slot]: undefined };
  for (const slot of ['directives', 'headers'])
    for (const index of block[slot].keys()) yield { ...block, [slot]: block[slot].toSpliced(index, 1) };
}

/**
 * Returns the file without the constructs of these names.
 * @param {Case} one
 * @param {readonly string[]} names
 * @returns {Case}
 */
export function without(one, names) {
  const kept = (choice) => (choice === undefined || names.includes(choice.name) ? undefined : choice);
  const keptIn = (choices) => choices.filter(({ name }) => !names.includes(name));
  return {
    ...one,
    head: kept(one.head),
    ending: kept(one.ending),
    separators: one.separators.map(kept),
    blocks: one.blocks.map((block) => ({
      ...block,
      directives: keptIn(block.directives),
      headers: keptIn(block.headers),
      target: kept(block.target),
      body: kept(block.body),
      behind: kept(block.behind),
    })),
  };
}
