import { describe, expect, it } from 'vitest';
import { commandLine, folderOf } from './command-line';

const workflow = `on: push
jobs:
  a:
    runs-on: ubuntu-latest
    steps:
      - run: |
          gh api -X POST repos/\${{ github.repository }}/issues -f title=Broken
          gh api graphql -f query=x
          curl -s https://api.github.com/repos/$GITHUB_REPOSITORY/pulls > pulls.json
`;

describe('rulebook privileges with scripts', () => {
  it('writes the permissions of a workflow, each with the line that needs it', async () => {
    const cwd = folderOf({ 'ci.yml': workflow, 'run.sh': '#!/bin/sh\ngh api repos/o/r/contents/a\n' });
    const { code, out } = await commandLine(['privileges', '--format', 'permissions', 'ci.yml'], { cwd });
    expect(code).toBe(0);
    expect(out).toContain('\npermissions:\n  issues: write\n  pull-requests: read\n');
    const listed = await commandLine(['privileges', 'ci.yml', 'run.sh'], { cwd });
    expect(listed.out).toContain('permission Issues: write on {{owner}}/{{repo}}\n  ci.yml:7 ');
    expect(listed.out).toContain('permission Pull requests: read on {{owner}}/{{repo}}\n  ci.yml:9 ');
    expect(listed.out).toContain('permission Contents: read on o/r\n  run.sh:2 ');
  });

  it.each([
    [['none.sh'], 'none.sh: it has no command `gh api` or `curl`'],
    [['--prove', 'ci.yml'], 'the rights of a script cannot be proved'],
    [['--name', 'a', 'ci.yml'], 'its commands have no names'],
  ])('refuses %j with what to do', async (args, reason) => {
    const cwd = folderOf({ 'ci.yml': workflow, 'none.sh': 'gh pr list\n' });
    const { code, error } = await commandLine(['privileges', ...args], { cwd });
    expect(code).toBe(2);
    expect(error).toContain(reason);
  });
});
