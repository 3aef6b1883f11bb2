import { describe, expect, it } from 'vitest';
import { fillParts } from '../../../tools/docs/parts.mjs';

const page = `# Commands

<!-- generated: commands -->
<!-- end of commands -->

## rulebook check

<!-- generated: command-check -->

old

<!-- end of command-check -->

### More

\`\`\`sh
## no heading
\`\`\`

## Exit codes
`;

describe('the generated parts of pages', () => {
  it('are filled anew', () => {
    const { pages, problems, added } = fillParts(
      new Map([['a.md', page]]),
      new Map([
        ['commands', 'list'],
        ['command-check', 'new'],
      ]),
    );
    expect(pages.get('a.md')).toBe(
      page.replace('old', 'new').replace('commands -->\n<!--', 'commands -->\n\nlist\n\n<!--'),
    );
    expect([problems, added]).toEqual([[], []]);
  });

  it('are added with a heading behind the section of the part before, when no page has them', () => {
    const { pages, problems, added } = fillParts(
      new Map([['a.md', page]]),
      new Map([
        ['commands', 'list'],
        ['command-check', 'old'],
        ['command-rules', 'text'],
        ['command-run', 'other'],
      ]),
    );
    expect(pages.get('a.md')).toContain(
      '## no heading\n```\n\n## rulebook rules\n\n<!-- generated: command-rules -->\n\ntext\n\n<!-- end of command-rules -->\n\n' +
        '## rulebook run\n\n<!-- generated: command-run -->\n\nother\n\n<!-- end of command-run -->\n\n## Exit codes\n',
    );
    expect(problems).toEqual([]);
    expect(added).toEqual([
      'a.md: the part `command-rules` is new, below the heading "rulebook rules". Add what a reader needs to know.',
      'a.md: the part `command-run` is new, below the heading "rulebook run". Add what a reader needs to know.',
    ]);
  });

  it('are a problem where a page wants one that there is not, and where no part comes before a new one', () => {
    const { problems } = fillParts(new Map([['a.md', page]]), new Map([['first', 'x']]));
    expect(problems).toEqual([
      'a.md: there is no generated part `commands`',
      'a.md: there is no generated part `command-check`',
      'no page has the generated part `first`',
    ]);
  });
});
