// The examples of the playground: what the repository already has, so that none is written a second time.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { linesOf } from './markdown.mjs';

/**
 * @typedef {{ readonly name: string, readonly text: string }} ExampleFile
 * @typedef {object} Example
 * @property {string} id what a link names it by
 * @property {string} group
 * @property {string} title
 * @property {string} path where it is in the repository
 * @property {string} text
 * @property {ExampleFile} [description] the OpenAPI file of its service
 * @property {string} [configuration] the `rulebook.json` that it needs
 */

/** The folders whose request files are examples, in their order. */
const folders = [
  { folder: 'examples', group: 'Examples', prefix: '' },
  { folder: 'templates', group: 'Templates', prefix: 'new-' },
];

/**
 * Returns the examples of a checkout.
 * @param {string} root
 * @returns {readonly Example[]}
 */
export function examplesIn(root) {
  const files = folders.flatMap(({ folder, group, prefix }) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.http'))
      .sort()
      .map((name) => {
        const path = `${folder}/${name}`;
        const text = readFileSync(join(root, path), 'utf8');
        return { id: `${prefix}${name.replace(/\.http$/, '')}`, group, title: titleOf(text), path, text };
      }),
  );
  return [...files, variablesExample(root), ownServiceExample(root)];
}

/** The pages of the documentation whose first blocks are examples. */
const group = 'From the documentation';

/** @param {string} root */
function variablesExample(root) {
  const path = 'docs/variables.md';
  const [block] = fencesIn(root, path).filter(({ info }) => /^http\b/.test(info));
  if (!block) throw new Error(`${path} has no request.`);
  return { id: 'variables', group, title: headingOf(root, path), path, text: block.text };
}

/** @param {string} root */
function ownServiceExample(root) {
  const path = 'docs/services.md';
  const fences = fencesIn(root, path);
  const file = (/** @type {RegExp} */ name) => {
    const found = fences.find(({ info }) => name.test(/\bfile=(\S+)/.exec(info)?.[1] ?? ''));
    if (!found) throw new Error(`${path} has no block for a file ${name}.`);
    return { name: /\bfile=(\S+)/.exec(found.info)?.[1] ?? '', text: found.text };
  };
  const { text } = file(/\.http$/);
  const description = file(/openapi\.(ya?ml|json)$/);
  const configuration = file(/^rulebook\.json$/).text;
  return { id: 'own-service', group, title: headingOf(root, path), path, text, description, configuration };
}

/**
 * Returns the fenced blocks of a page.
 * @param {string} root
 * @param {string} path
 */
function fencesIn(root, path) {
  /** @type {{ info: string, text: string }[]} */
  const fences = [];
  let isOpen = false;
  for (const { line, isCode } of linesOf(readFileSync(join(root, path), 'utf8'))) {
    const isMark = isCode && /^\s*(```|~~~)/.test(line);
    if (isMark && !isOpen) fences.push({ info: line.trim().slice(3).trim(), text: '' });
    else if (isCode && !isMark) fences[fences.length - 1].text += `${line}\n`;
    isOpen = isMark ? !isOpen : isCode && isOpen;
  }
  return fences;
}

/**
 * Returns the title of a request file: the start of its first comment.
 * @param {string} text
 */
function titleOf(text) {
  const [first = ''] = text.split('\n');
  return first.replace(/^#\s*/, '').split(/[.:;]/)[0]?.trim() ?? '';
}

/**
 * @param {string} root
 * @param {string} path
 */
function headingOf(root, path) {
  return /^# (.*)$/m.exec(readFileSync(join(root, path), 'utf8'))?.[1] ?? path;
}
