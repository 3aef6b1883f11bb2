import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printXml } from './xml-printer';

describe('printXml', () => {
  it('writes an element a line, and text as it came', () => {
    const text = `<?xml version="1.0"?>\n<!DOCTYPE a [<!ENTITY e "x">]><a xmlns:b='u'><b:c d="1 > 0">t &amp;  x</b:c><!-- c --><e/><f></f><g> </g><h>mixed <i>a</i></h><j><![CDATA[x<y   z]]></j></a>`;
    expect(printXml(text)).toBe(
      [
        '<?xml version="1.0"?>',
        '<!DOCTYPE a [<!ENTITY e "x">]>',
        `<a xmlns:b='u'>`,
        '  <b:c d="1 > 0">t &amp;  x</b:c>',
        '  <!-- c -->',
        '  <e/>',
        '  <f></f>',
        '  <g> </g>',
        '  <h>mixed <i>a</i></h>',
        '  <j><![CDATA[x<y   z]]></j>',
        '</a>',
      ].join('\n'),
    );
  });

  it.each(['<a><b></a></b>', '<a>', '</a>', '<a', '<a b="c>', 'x < y', '<!-- c'])('leaves %s alone', (text) => {
    expect(printXml(text)).toBeUndefined();
  });

  it('takes the beginning of a text, and keeps what asks to be kept', () => {
    expect(printXml('<a><b>1</b><c><d', true)).toBe('<a>\n  <b>1</b>\n  <c>\n    <d');
    expect(printXml('<a xml:space="preserve"> <b/> </a>')).toBe('<a xml:space="preserve"> <b/> </a>');
  });

  it('changes nothing but blanks between tags, and its result stays as it is', () => {
    const tree: fc.Memo<string> = fc.memo((depth) =>
      depth <= 1
        ? fc.constantFrom('', 'text', ' ', '<!-- c -->', '<e f="g"/>', '<![CDATA[ <x> ]]>')
        : fc.array(tree(depth - 1), { maxLength: 4 }).map((inner) => `<n>${inner.join('')}</n>`),
    );
    fc.assert(
      fc.property(tree(4), (text) => {
        const printed = printXml(text) ?? '';
        const plain = (one: string) => one.replaceAll(/\s+/g, '');
        expect(plain(printed)).toBe(plain(text));
        expect(printXml(printed)).toBe(printed);
      }),
    );
  });

  it('reads a long and a deep text', () => {
    const long = `<r>${'<a b="c">text</a>'.repeat(100_000)}</r>`;
    expect(printXml(long)?.split('\n')).toHaveLength(100_002);
    const deep = `${'<a>'.repeat(20_000)}${'</a>'.repeat(20_000)}`;
    expect(printXml(deep)?.replaceAll(/\s/g, '')).toBe(deep);
  });
});
