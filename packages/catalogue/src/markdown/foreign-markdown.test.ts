import { beforeAll, describe, expect, it } from 'vitest';
import { foreignMarkdown, inCode, loadMarkdown, plainLine } from './foreign-markdown';

beforeAll(loadMarkdown);

describe('Markdown that others wrote', () => {
  it.each<[what: string, text: string, shown: string]>([
    [
      'keeps an address of the web',
      'See [the guide](https://a.example/g "Guide").',
      'See [the guide](https://a.example/g).',
    ],
    ['keeps the words of a relative link', 'See [the guide](/guide).', 'See the guide.'],
    ['keeps the words of a command', 'See [the guide](command:workbench.action.quit).', 'See the guide.'],
    ['keeps the words of a script', 'See [the guide](javascript:alert%601%60).', 'See the guide.'],
    [
      'keeps code in the words of a link',
      'See [`a`](command:quit) and [`b`](https://a.example).',
      'See `a` and [`b`](https://a.example).',
    ],
    ['keeps the words of a link by name', 'See [the guide][g].\n\n[g]: command:quit', 'See the guide.'],
    ['drops images', 'A ![logo](https://a.example/x.png)logo', 'A logo'],
    ['drops images inside links', '[![logo](https://a.example/x.png)](command:quit)end', 'end'],
    ['drops elements of HTML', '<p>One <b>bold</b><br/>two</p>', 'One bold\ntwo'],
    ['shows other elements', '<script>run()</script>', '&lt;script>run()&lt;/script>'],
    ['shows words in angle brackets', 'The `<index>` or <index>.', 'The `<index>` or &lt;index>.'],
    ['drops comments', 'a<!-- b --> c', 'a c'],
    ['writes headings in bold', '# Title\ntext', '**Title**\n\ntext'],
    ['keeps code', '```json\n{ "a": "<b>" }\n```', '```json\n{ "a": "<b>" }\n```'],
  ])('%s', (_what, text, shown) => {
    expect(foreignMarkdown(text)).toBe(shown);
  });

  it.each([
    ['a sentence', `${'One two. '.repeat(20)}`, /two\. …$/],
    ['a word', 'word '.repeat(100), /word …$/],
    ['code', `A ${'`one` '.repeat(30)}`, /`one` …$/],
    ['a block of code', `\`\`\`\n${'line\n'.repeat(50)}`, /…\n```$/],
    ['a link', `${'a '.repeat(45)}[the guide](https://a.example/${'x'.repeat(50)})`, /a …$/],
  ])('is cut behind %s', (_what, text, end) => {
    const shown = foreignMarkdown(text, 100);
    expect(shown.length).toBeLessThan(112);
    expect(shown).toMatch(end);
  });

  it('costs little, whatever it is', () => {
    for (const sign of ['[', '](', '<', '`', '![', '<!--', '[a](', '# ', '```'])
      foreignMarkdown(sign.repeat(1_000_000));
  });

  it('is plain text in lists', () => {
    expect(plainLine('The **`<name>`** of [it](https://a.example).\n\nMore.')).toBe('The <name> of it. More.');
  });

  it('cannot leave its code', () => {
    expect(inCode('a` [x](command:quit) `')).toBe('`a [x](command:quit) `');
  });
});
