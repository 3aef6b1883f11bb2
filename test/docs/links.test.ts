import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../cli/command-line';
import { anchorsIn, linksIn, pageAt, problemOf } from './links';
import { markdownFiles } from './page';

const files = markdownFiles();
const textOf = (path: string) => readFileSync(join(root, path), 'utf8');

describe('the links of the Markdown files', () => {
  it.each(files)('%s', (path) => {
    const problems = linksIn(textOf(path)).flatMap((link) => {
      const problem = problemOf(path, link);
      return problem === undefined ? [] : [`${path}:${link.line}: ${link.target}: ${problem}`];
    });
    expect(problems).toEqual([]);
  });

  it('lead from docs/README.md to every page under docs', () => {
    const reached = new Set(['docs/README.md']);
    for (const path of reached) {
      for (const { target } of linksIn(textOf(path))) {
        const [file = ''] = target.split('#');
        if (file === '' || /^[a-z]+:/i.test(file)) continue;
        const page = pageAt(normalize(join(dirname(path), file)));
        if (page?.endsWith('.md')) reached.add(page);
      }
    }
    expect(files.filter((path) => path.startsWith('docs/') && !reached.has(path))).toEqual([]);
  });
});

describe('what is read of a Markdown text', () => {
  it('is its links, without those in code', () => {
    const text = '[a](b.md#c) ![p](<d.png> "e") `[x](y)`\n\n```md\n[z](z.md)\n```\n\n[r]: f.md\n<img alt="" src="g.svg">\n';
    expect(linksIn(text)).toEqual([
      { line: 1, target: 'b.md#c' },
      { line: 1, target: 'd.png' },
      { line: 7, target: 'f.md' },
      { line: 8, target: 'g.svg' },
    ]);
  });

  it('is its anchors, the second of a name with a number', () => {
    expect([...anchorsIn('# Ignore `one` finding, (now)\n## A_b\n```sh\n# No\n```\n## A_b\n')]).toEqual([
      'ignore-one-finding-now',
      'a_b',
      'a_b-1',
    ]);
  });

  it.each([
    ['missing.md', 'there is no file'],
    ['README.md#nowhere', 'has no heading'],
    ['../outside.md', 'leads out of the repository'],
    ['/README.md', 'starts from the folder'],
    ['http://example.com', 'must begin with https'],
    ['https://', 'not a valid URL'],
  ])('finds what is wrong with %s', (target, problem) => {
    expect(problemOf('README.md', { line: 1, target })).toContain(problem);
  });
});
