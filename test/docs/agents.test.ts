import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandLine, folderOf, root } from '../cli/command-line';
import { markdownFiles } from './page';

// What language models read agrees with the pages and with the command line; `npm run docs` writes both.

const read = (path: string): string => readFileSync(join(root, path), 'utf8');

describe('docs/llms.txt', () => {
  const text = read('docs/llms.txt');
  const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, path = '']) => path);

  it('has a title, a summary and sections, as readers of such files expect', () => {
    expect(text).toMatch(/^# Rulebook\n\n> \S.*\n\n/);
    expect(text.match(/^## /gm)?.length).toBeGreaterThan(2);
  });

  it('names pages that there are, and every page for users', () => {
    expect(links.filter((path) => !existsSync(join(root, 'docs', path)))).toEqual([]);
    const pages = markdownFiles().filter((path) => /^docs\/[\w-]+\.md$/.test(path) && path !== 'docs/README.md');
    expect(pages.filter((path) => !links.includes(path.slice('docs/'.length)))).toEqual([]);
  });
});

describe('the skill file', () => {
  const text = read('integrations/skill/rulebook/SKILL.md');

  it('says in its head what it is for, within the lengths that assistants read', () => {
    const [, name, description = ''] = /^---\nname: (.+)\ndescription: (.+)\n---\n/.exec(text) ?? [];
    expect(name).toBe('rulebook');
    expect(description.length).toBeGreaterThan(50);
    expect(description.length).toBeLessThan(1024);
  });

  it('names each command of the command line', async () => {
    const { out } = await commandLine(['--help']);
    const commands = [...out.matchAll(/^ {2}([a-z][a-z-]+) {2,}\S/gm)].map(([, name = '']) => name);
    expect(commands.filter((name) => name !== 'help' && !text.includes(`rulebook ${name}`))).toEqual([]);
  });

  it('has a request that can be checked, and steps that run', async () => {
    const [, request = ''] = /```http\n([\s\S]*?)```/.exec(text.replace(/^ {3}/gm, '')) ?? [];
    const cwd = folderOf({ 'a.http': request });
    expect((await commandLine(['check', '--fail-on', 'warning', 'a.http'], { cwd })).code).toBe(0);
    expect((await commandLine(['explain', 'a.http:3'], { cwd })).code).toBe(0);
    expect((await commandLine(['run', '--sandbox', '--name', 'create', 'a.http'], { cwd })).code).toBe(0);
    expect((await commandLine(['describe', 'POST /_security/api_key'], { cwd })).out).toContain('expiration');
  });
});
