import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../cli/command-line';

/** A fenced block of a page, with the attributes behind its language. */
export interface Block {
  /** `docs/page.md:12`, where the block begins. */
  readonly at: string;
  readonly line: number;
  readonly language: string;
  readonly text: string;
  readonly attributes: Attributes;
  /** What the block wants that no block can have. */
  readonly mistakes: readonly string[];
  /** The block that says what this one prints. */
  readonly output?: Block;
}

/** The attributes of a block, as docs/contributing/style.md describes them. */
export interface Attributes {
  readonly file?: string;
  /** The rules that the checker must report. */
  readonly finds?: readonly string[];
  /** The statuses of the responses; none for any below 400. */
  readonly send?: readonly number[];
  readonly exit?: number;
  readonly skip?: string;
  readonly output?: true;
}

/** A page and its blocks. */
export interface Page {
  readonly path: string;
  readonly text: string;
  readonly blocks: readonly Block[];
  /** A sandbox runs while its commands do. */
  readonly wantsSandbox: boolean;
}

/** Languages whose blocks are request files. */
export const requestLanguages = ['http', 'rest'];

/** Returns the Markdown files of the checkout, also new ones, by their paths. */
export function markdownFiles(): readonly string[] {
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '*.md'], {
    cwd: root,
    encoding: 'utf8',
  });
  return [...new Set(list.split('\0'))].filter((path) => path !== '' && existsSync(join(root, path))).sort();
}

/** Returns the page without what is generated as a whole. */
export function readPage(path: string): Page {
  const text = readFileSync(join(root, path), 'utf8');
  return {
    path,
    text,
    blocks: withOutputs(blocksIn(path, text)),
    wantsSandbox: /^<!-- examples: sandbox -->$/m.test(text),
  };
}

/** Returns the fenced blocks of a Markdown text. */
export function blocksIn(path: string, text: string): readonly Block[] {
  const blocks: Block[] = [];
  let open: { fence: string; indent: number; info: string; line: number; lines: string[] } | undefined;
  for (const [index, line] of text.split('\n').entries()) {
    const [, indent = '', fence = '', info = ''] = /^(\s*)(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
    if (!open) {
      if (fence !== '' && !(fence.startsWith('`') && info.includes('`'))) {
        open = { fence, indent: indent.length, info: info.trim(), line: index + 1, lines: [] };
      }
    } else if (fence.startsWith(open.fence) && info.trim() === '') {
      blocks.push(blockOf(path, open.line, open.info, open.lines));
      open = undefined;
    } else open.lines.push(line.slice(0, open.indent).trim() === '' ? line.slice(open.indent) : line);
  }
  if (open) throw new Error(`${path}:${open.line}: this block has no end.`);
  return blocks;
}

function blockOf(path: string, line: number, info: string, lines: readonly string[]): Block {
  const [language = ''] = /^[^\s]*/.exec(info) ?? [];
  const mistakes: string[] = [];
  const attributes: { -readonly [K in keyof Attributes]: Attributes[K] } = {};
  const rest = info.slice(language.length);
  for (const [word, name = '', quoted, bare] of rest.matchAll(/([^\s="]+)(?:=(?:"([^"]*)"|([^\s"]*)))?/g)) {
    const value = quoted ?? bare;
    const problem = readAttribute(attributes, language, name, value);
    if (problem) mistakes.push(`\`${word}\`: ${problem}`);
  }
  return { at: `${path}:${line}`, line, language, text: lines.map((one) => `${one}\n`).join(''), attributes, mistakes };
}

function readAttribute(
  attributes: { -readonly [K in keyof Attributes]: Attributes[K] },
  language: string,
  name: string,
  value: string | undefined,
): string | undefined {
  const isRequest = requestLanguages.includes(language);
  if (name === 'file') {
    if (value === undefined || value === '') return 'it needs a path, as in file=requests.http';
    if (value.startsWith('/') || value.split('/').includes('..')) return 'the path must lie in the workspace';
    attributes.file = value;
  } else if (name === 'finds') {
    if (!isRequest && !/^jsonc?$/.test(language)) return 'only a request file or a body is checked';
    const rules = (value ?? '').split(',').filter((rule) => rule !== '');
    if (rules.length === 0) return 'it needs the ids of rules, as in finds=unknown-field';
    attributes.finds = rules;
  } else if (name === 'send') {
    if (!isRequest) return 'only a request file is sent';
    const statuses = value === undefined ? [] : value.split(',').map(Number);
    if (!statuses.every((status) => status >= 100 && status <= 599)) return 'it needs statuses, as in send=201,404';
    attributes.send = statuses;
  } else if (name === 'exit') {
    if (language !== 'sh') return 'only a block of commands has an exit code';
    if (!/^\d{1,3}$/.test(value ?? '')) return 'it needs a code, as in exit=1';
    attributes.exit = Number(value);
  } else if (name === 'skip') {
    if (value === undefined || value.trim().length < 10) return 'it needs a reason, as in skip="needs a network"';
    attributes.skip = value;
  } else if (name === 'output') {
    if (language !== 'text' || value !== undefined) return 'what a command prints is written as ```text output';
    attributes.output = true;
  } else return 'there is no such attribute';
  return undefined;
}

/** Gives each block of commands the output that follows it. */
function withOutputs(blocks: readonly Block[]): readonly Block[] {
  return blocks.map((block, index) => {
    const next = blocks[index + 1];
    if (block.language === 'sh' && next?.attributes.output) return { ...block, output: next };
    const hasCommands = index > 0 && blocks[index - 1]?.language === 'sh';
    if (!block.attributes.output || hasCommands) return block;
    return { ...block, mistakes: [...block.mistakes, '`output`: no block of commands comes before it'] };
  });
}
