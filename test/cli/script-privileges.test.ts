import { describe, expect, it } from 'vitest';
import { commandLine, folderOf } from './command-line';

const path = '.github/workflows/ci.yml';
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
    const cwd = folderOf({ [path]: workflow, 'run.sh': '#!/bin/sh\ngh api repos/o/r/contents/a\n' });
    const { code, out } = await commandLine(['privileges', '--format', 'permissions', path], { cwd });
    expect(code).toBe(0);
    expect(out).toContain('\npermissions:\n  issues: write\n  pull-requests: read\n');
    const listed = await commandLine(['privileges', path, 'run.sh'], { cwd });
    expect(listed.out).toContain(`permission Issues: write on {{owner}}/{{repo}}\n  ${path}:7 `);
    expect(listed.out).toContain(`permission Pull requests: read on {{owner}}/{{repo}}\n  ${path}:9 `);
    expect(listed.out).toContain('permission Contents: read on o/r\n  run.sh:2 ');
  });

  it('refuses to prove what is known at run time only', async () => {
    const { code, error } = await commandLine(['privileges', '--prove', path], { cwd: folderOf({ [path]: workflow }) });
    expect(code).toBe(2);
    expect(error).toContain('the rights of a script cannot be proved');
  });
});
