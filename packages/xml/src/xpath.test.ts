import { describe, expect, it } from 'vitest';
import { createXmlSelector, markupKindOf, xpathProblem } from './select-xml';

const shop = `<?xml version="1.0"?>
<!DOCTYPE shop [<!ENTITY own "never">]>
<shop xmlns="https://example.com/shop" xmlns:p="https://example.com/price" currency='EUR'>
  <!-- two items -->
  <item id="5" kind="a"><name>Pen &amp; ink</name><p:price>2.50</p:price></item>
  <item id="7"><name><![CDATA[<raw>]]></name><p:price>10</p:price><tag>x</tag><tag>y</tag></item>
  <note>&own;&#65;&#x42;</note>
</shop>`;

function selected(xpath: string, text = shop, kind: 'xml' | 'html' = 'xml') {
  const found = createXmlSelector(text, kind)(xpath);
  return 'problem' in found ? found.problem : found.kind === 'nodes' ? found.texts : found.value;
}

describe('an XPath', () => {
  it.each<[string, unknown]>([
    ['/shop/item/@id', ['5', '7']],
    ['//item[@id = 7]/name', ['<raw>']],
    ['//item[2]/tag', ['x', 'y']],
    ['//item[last()]/@id', ['7']],
    ['//item[position() < 2]/name', ['Pen & ink']],
    ['//p:price', ['2.50', '10']],
    ['//p:*', ['2.50', '10']],
    ['//*[local-name() = "price"]', ['2.50', '10']],
    ['//item[p:price > 5]/@id', ['7']],
    ['//item[not(@kind)]/@id', ['7']],
    ['//tag/..//name', ['<raw>']],
    ['//tag[2]/preceding-sibling::*', ['<raw>', '10', 'x']],
    ['//tag[2]/preceding-sibling::*[1]', ['x']],
    ['//name/following::tag', ['x', 'y']],
    ['//tag/preceding::name', ['Pen & ink', '<raw>']],
    ['//tag/ancestor::item/@id', ['7']],
    ['(//item | //tag)[1]/@id', ['5']],
    ['//comment()', [' two items ']],
    ['//note/text()', ['&own;AB']],
    ['//@*', ['EUR', '5', 'a', '7']],
    ['//none', []],
    ['count(//item)', 2],
    ['sum(//p:price)', 12.5],
    ['count(//item) * 3 - 4 div 2 mod 3', 4],
    ['- count(//item)', -2],
    ['//item/@id = 7', true],
    ['//item/@id != 7', true],
    ['//none = 1', false],
    ['//item/@id > 6 and count(//tag) = 2', true],
    ['false() or boolean(//tag)', true],
    ['string(//item/@id)', '5'],
    ['concat(//item[1]/@id, "-", //item[2]/@id)', '5-7'],
    ['substring("12345", 2, 3)', '234'],
    ['substring-before("2026-11", "-")', '2026'],
    ['substring-after("2026-11", "-")', '11'],
    ['translate("bar", "abc", "AB")', 'BAr'],
    ['normalize-space("  a \n b ")', 'a b'],
    ['string-length(/shop/@currency)', 3],
    ['starts-with(name(/*), "sh")', true],
    ['contains(//note, "AB")', true],
    ['namespace-uri(/*)', 'https://example.com/shop'],
    ['namespace-uri(//p:price)', 'https://example.com/price'],
    ['number("x")', Number.NaN],
    ['round(2.5) + floor(1.9) + ceiling(1.1)', 6],
    ['.5 + 1', 1.5],
    ['/', [expect.stringContaining('Pen & ink')]],
  ])('%s', (xpath, expected) => {
    expect(selected(xpath)).toEqual(expected);
  });

  it('reads HTML whose end tags are missing', () => {
    const page = '<!doctype html><title>Shop</title><ul><li class=a>One<li>Two<br></ul><script>if (a < b) {}</script>';
    expect(selected('//li', page, 'html')).toEqual(['One', 'Two']);
    expect(selected('//li/@class', page, 'html')).toEqual(['a']);
    expect(selected('//script', page, 'html')).toEqual(['if (a < b) {}']);
    expect(selected('//TITLE', page, 'html')).toEqual([]);
    expect(markupKindOf('text/html; charset=utf-8', '')).toBe('html');
    expect(markupKindOf('application/xml', '<a/>')).toBe('xml');
  });

  it.each([
    ['//item[', 'ends too early'],
    ['//item]', 'expected an operator'],
    ['//item[@id = ]', 'expected'],
    ['unknown(1)', 'no function `unknown`'],
    ['count()', 'another number of arguments'],
    ['$name', 'no variables'],
    ['sideways::a', 'an axis'],
    ['', 'ends too early'],
    ['//a#b', 'cannot be read from `#b`'],
    [`${'('.repeat(60)}1${')'.repeat(60)}`, 'nested too deeply'],
  ])('%s is none', (xpath, message) => {
    expect(xpathProblem(xpath)).toContain(message);
  });

  it.each(['<a><b></a>', '<a>', 'text', '', '<a/><b/>', '{"a": 1}', `${'<a>'.repeat(2000)}${'</a>'.repeat(2000)}`])(
    'says that a body is not XML: %.12s',
    (text) => {
      expect(selected('//a', text)).toBe('The body is not well-formed XML, so it has no values at an XPath.');
    },
  );

  it('ends where it would take very long, and takes long documents in little time', () => {
    const wide = `<r>${'<i><b>1</b></i>'.repeat(50_000)}</r>`;
    expect(selected('count(//i[b = 1])', wide)).toBe(50_000);
    expect(selected('count(//i[preceding-sibling::i])', wide)).toContain('too many steps');
    const deep = `${'<a>'.repeat(900)}x${'</a>'.repeat(900)}`;
    expect(selected('string(/a)', deep)).toBe('x');
    expect(selected('count(//a//a//a//a)', deep)).toBe(897);
    expect(selected('//*[count(//*[count(//*) > 1]) > 1]', deep)).toContain('too many steps');
  });
});
