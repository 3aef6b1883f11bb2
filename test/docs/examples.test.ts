import { format } from 'oxfmt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampled, sampleOf } from '../sample';
import { differenceOf } from './output';
import { markdownFiles, readPage, requestLanguages, type Block, type Page } from './page';
import { openWorkspace, type Workspace } from './workspace';

// Runs every example of the pages for users, of a quarter of the pages each time; docs/contributing/style.md says how an example is written.

/** Pages that are generated as a whole; what they show is tried where it comes from. */
const isGenerated = (path: string) => path.startsWith('docs/rules/') || path.endsWith('/documents.md');
const isForUsers = (path: string) => path === 'README.md' || path.startsWith('docs/');

const pages = sampleOf(
  markdownFiles().filter((path) => isForUsers(path) && !isGenerated(path)),
  4,
).map(readPage);

describe.each(pages.map((page) => [page.path, page] as const))(`%s ${sampled}`, (_path, page) => {
  let workspace: Workspace;
  beforeAll(async () => {
    workspace = await openWorkspace(page);
  });
  afterAll(async () => {
    await workspace.close();
  });

  it('has no mistake in what it wants of its examples', () => {
    expect(mistakesOf(page)).toEqual([]);
  });

  for (const block of page.blocks) {
    const { language, attributes } = block;
    const name = `${block.at} ${language}${attributes.file === undefined ? '' : ` ${attributes.file}`}`;
    const examples = triesOf(block, () => workspace);
    if (attributes.skip !== undefined) it.skip(`${name} (skipped: ${attributes.skip})`, () => undefined);
    else for (const [what, attempt] of examples) it(`${name} ${what}`, attempt);
  }
});

/** Returns what is tried of a block. */
function triesOf(block: Block, workspaceOf: () => Workspace): readonly (readonly [string, () => Promise<void>])[] {
  const { language, attributes, text } = block;
  const tries: (readonly [string, () => Promise<void>])[] = [];
  if (attributes.output) return tries;
  const isRequest = requestLanguages.includes(language);
  if (['json', 'jsonc', 'yaml', 'yml'].includes(language)) tries.push(['can be read', () => parse(block)]);
  if (isRequest || (attributes.file !== undefined && /\.jsonc?$/.test(attributes.file))) {
    tries.push(['is checked', () => check(block, workspaceOf())]);
  }
  if (attributes.send) tries.push(['is sent', () => send(block, attributes.send ?? [], workspaceOf())]);
  if (language === 'sh' && attributes.file === undefined) {
    tries.push([`runs: ${text.trim().split('\n')[0] ?? ''}`, () => run(block, workspaceOf())]);
  }
  return tries;
}

function mistakesOf(page: Page): readonly string[] {
  const mistakes = [...page.blocks].flatMap(({ at, mistakes: own }) => own.map((mistake) => `${at}: ${mistake}`));
  const files = new Map<string, Block>();
  for (const block of page.blocks) {
    const { file } = block.attributes;
    if (file === undefined) continue;
    const earlier = files.get(file);
    if (earlier) mistakes.push(`${block.at}: \`file=${file}\` is written by ${earlier.at}, too`);
    files.set(file, block);
  }
  return mistakes;
}

async function parse({ at, language, text }: Block): Promise<void> {
  const { errors } = await format(`block.${language}`, text);
  if (errors.length > 0) throw new Error(`${at}: ${errors.map(({ message }) => message).join(' ')}`);
}

async function check(block: Block, workspace: Workspace): Promise<void> {
  const expected = block.attributes.finds ?? [];
  const findings = await workspace.findingsOf(block);
  const surprising = findings.filter(({ rule, severity }) => /^(error|warning)$/.test(severity) && !expected.includes(rule));
  const missing = expected.filter((id) => !findings.some(({ rule }) => rule === id));
  const problems = [
    ...surprising.map(
      ({ rule, severity, message, range }) =>
        `${at(block, range.start.line)}: ${severity} ${rule}: ${message} (not in \`finds\`)`,
    ),
    ...missing.map((id) => `${block.at}: \`${id}\` is in \`finds\`, but is not reported`),
  ];
  if (problems.length > 0) throw new Error(problems.join('\n'));
}

/** Returns the place of a line of a block, counted from 0, in its page. */
function at(block: Block, line: number): string {
  return block.at.replace(/\d+$/, String(block.line + 1 + line));
}

async function send(block: Block, expected: readonly number[], workspace: Workspace): Promise<void> {
  const statuses = await workspace.send(block);
  const isRight = expected.length > 0 ? expected.join() === statuses.join() : statuses.every((status) => status < 400);
  const wanted = expected.length > 0 ? expected.join() : 'all below 400';
  if (!isRight) throw new Error(`${block.at}: the responses have the statuses ${statuses.join()}, not ${wanted}`);
}

async function run(block: Block, workspace: Workspace): Promise<void> {
  const { code, text } = await workspace.run(block);
  const expected = block.attributes.exit ?? 0;
  if (code !== expected) throw new Error(`${block.at}: ended with ${code ?? 'a signal'}, not ${expected}\n${text}`);
  const difference = block.output && differenceOf(block.output.text, text);
  if (difference) throw new Error(`${block.output.at}: ${difference}`);
}
