import MarkdownIt from 'markdown-it';
import { beforeAll, describe, expect, it } from 'vitest';
import { foreignMarkdown, loadMarkdown, plainLine } from '../../../packages/catalogue/src/markdown/foreign-markdown';
import { isSampled, sampled } from '../../sample';

beforeAll(loadMarkdown);

/** Renders as an editor does at its freest: with HTML, and links made of whatever looks like one. */
const editor = new MarkdownIt({ html: true, linkify: true });
editor.validateLink = () => true;

/** Returns what an editor would show beyond text: images, HTML, headings, and links that do not lead to a page of the web. */
function dangersOf(markdown: string): readonly string[] {
  const found: string[] = [];
  const visit = (tokens: ReturnType<MarkdownIt['parse']>): void => {
    for (const token of tokens) {
      if (/^(?:image|html_inline|html_block|heading_open)$/.test(token.type))
        found.push(`${token.type} ${token.content}`);
      const address = token.type === 'link_open' ? String(token.attrGet('href')) : 'https://';
      if (!/^https?:\/\//i.test(address)) found.push(address);
      visit(token.children ?? []);
    }
  };
  visit(editor.parse(markdown, {}));
  return found;
}

const tricks: readonly string[] = [
  '![a[b]c](https://attacker.example/3.png)',
  '!![a](b)[x](https://attacker.example/4.png)',
  'Hello ``` ![x](https://attacker.example/5.png)',
  '\\`![x](https://attacker.example/6.png)\\`',
  '[go](command:workbench.action.terminal.new "a(b)c")',
  '[go](file:///etc/passwd "a(b)c")',
  '[a\\]](command:quit)',
  '[a[b]c](command:quit)',
  '[c]\n\n> [c]: command:quit',
  '![x][y]\n\n[y]: https://attacker.example/7.png',
  '!\\[x](https://attacker.example/8.png)',
  '&#33;[x](https://attacker.example/9.png)',
  '!&#91;x](https://attacker.example/9.png)',
  '<b></b>![x](https://attacker.example/10.png)',
  '!<b>[x](https://attacker.example/11.png)',
  '!<!-- -->[x](https://attacker.example/12.png)',
  '<im<b>g src=x onerror=y>',
  '&lt;img src=x&gt;',
  '&amp;lt;img src=x&amp;gt;',
  '<svg/onload=a>',
  'a&#10;&#10;# b',
  'a&#10;![x](https://attacker.example/13.png)',
  'a\n&#61;&#61;&#61;',
  'a\n\\-\\-\\-',
  'a\n===',
  '\\# a',
  '- # a',
  '> # a\n> ===',
  'x@attacker.example',
  'mailto:x@attacker.example ftp://attacker.example xmpp:a@b.example',
  '<command:quit>',
  '<mailto:a@b.example>',
  '[a](https://ok.example/](command:quit)',
  '[a](https://ok.example "](command:quit)")',
  '[a](<https://ok.example/ ) [b](command:quit>)',
  '[[a](command:b)](https://ok.example)',
  '[![a](https://attacker.example/14.png)](https://ok.example)',
  '[a](HTTPS://ok.example)',
  '[a](https:evil)',
  '[a](//evil.example)',
  '[a](javascript:alert(1))',
  '`` ` ![x](https://attacker.example/15.png) ``',
  '`a\n![x](https://attacker.example/16.png)`',
  '~~~\n![x](https://attacker.example/17.png)\n~~~',
  '````\n```\n![x](https://attacker.example/18.png)\n````',
  '``` a`b\n![x](https://attacker.example/19.png)\n```',
  '|a|b|\n|-|-|\n|`|`|![x](https://attacker.example/20.png)|',
  '|a\\|![x](https://attacker.example/21.png)|\n|-|\n|`a\\`|',
  '    ![x](https://attacker.example/22.png)',
  '- a\n\n      ![x](https://attacker.example/23.png)',
  '*![x*](https://attacker.example/24.png)',
  '_[_a_](command:quit)_',
  `${'a '.repeat(395)}![x](https://attacker.example/25.png)`,
  `${'a '.repeat(390)}[x ${'y '.repeat(30)}](command:quit)`,
  `${'`'.repeat(3)}js\n${'x\n'.repeat(500)}${'`'.repeat(3)}\n![x](https://attacker.example/26.png)`,
];

describe('Markdown that others wrote', () => {
  it.each(tricks)('is text, emphasis, code and links to the web: %j', (trick) => {
    for (const around of [
      '%',
      '%%',
      '> %',
      '- %',
      '*%*',
      '[%](https://ok.example)',
      '`%',
      '%`',
      '!%',
      '%\n%',
      '| a |\n|--|\n| % |',
    ])
      for (const longest of [30, 800]) {
        const written = foreignMarkdown(around.replaceAll('%', trick), longest);
        expect(dangersOf(written), written).toEqual([]);
        // What is around it in a hover must not change it either.
        expect(dangersOf(`Title\n\n${written}\n\n\`code\``), written).toEqual([]);
      }
  });

  it(`is nothing else, whatever its pieces are ${sampled}`, () => {
    let state = 4_711;
    const random = (below: number): number => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
      return (state >> 8) % below;
    };
    for (let round = 0; round < 6_000; round++) {
      const text = Array.from({ length: 1 + random(14) }, () => pieces[random(pieces.length)]).join('');
      if (!isSampled(round)) continue;
      for (const longest of [20, 800]) {
        const written = foreignMarkdown(text, longest);
        expect(dangersOf(written), `${JSON.stringify(text)} became ${JSON.stringify(written)}`).toEqual([]);
      }
      expect(plainLine(text)).not.toMatch(/\n/);
    }
  });

  it.each([
    '> ',
    '- ',
    '1. ',
    '*a_',
    '[',
    '![',
    '[a](',
    '`',
    '<',
    '<!--',
    '&',
    '\\',
    '|a',
    '**',
    '~~a',
    'a\n',
    '<b>',
    '|a|\n|-|\n',
  ])('is read in a short time: %j over and over', (piece) => {
    expect(dangersOf(foreignMarkdown(piece.repeat(100_000)))).toEqual([]);
  });
});

const pieces = [
  ...[
    '!',
    '[',
    ']',
    '(',
    ')',
    '<',
    '>',
    '`',
    '``',
    '```',
    '*',
    '_',
    '\\',
    '&',
    '#',
    '|',
    '-',
    '=',
    '~',
    '\n',
    '\n\n',
    ' ',
    '    ',
  ],
  ...[
    'a',
    'b',
    '1.',
    '"',
    "'",
    ':',
    '@',
    '^',
    '&#33;',
    '&#91;',
    '&lt;',
    '&#10;',
    '&#32;',
    '<b>',
    '</b>',
    '<br>',
    '<li>',
    '<!--',
    '-->',
  ],
  ...[
    '[a](',
    '![a](',
    '](command:x)',
    '](https://a.example)',
    'https://a.example',
    'command:x',
    'file:///x',
    '[c]: command:x\n',
    '[c]',
    '![c]',
  ],
  ...[
    '<img src=x>',
    '<script>',
    '<https://a.example>',
    'mailto:a@b.example',
    'www.a.example',
    '|a|b|\n|-|-|\n',
    '~~~\n',
    '- ',
    '> ',
    '# ',
    '---\n',
  ],
];
