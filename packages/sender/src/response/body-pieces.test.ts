import { describe, expect, it } from 'vitest';
import { createStreamMask } from '@rulebook/catalogue/masking';
import { createBodyPieces } from './body-pieces';
import { printJson } from './json-printer';
import { printHtml, printXml } from './xml-printer';

/** Returns the pieces of a body that comes in parts of this size, and whether it is formatted. */
type Format = 'json' | 'xml' | 'html' | undefined;
function piecesOf(body: string, size: number, format: Format = 'json', secrets: readonly string[] = []) {
  const pieces = createBodyPieces({ format, masked: createStreamMask(secrets) });
  const given: string[] = [];
  for (let at = 0; at < body.length; at += size) given.push(pieces.add(body.slice(at, at + size), false));
  given.push(pieces.add('', true));
  return { given, text: given.join(''), isFormatted: pieces.isFormatted() };
}

const items = Array.from({ length: 50 }, (_, id) => ({
  id,
  name: `a "${id}"`,
  list: [1, [2.0e1], {}],
  none: [null, true],
}));
const json = JSON.stringify({ items });

describe('the pieces of a body', () => {
  it.each([1, 2, 7, 100, 100_000])('are together what JSON is as a whole, in parts of %i', (size) => {
    expect(piecesOf(json, size)).toMatchObject({ text: printJson(json), isFormatted: true });
  });

  it.each([1, 2, 7, 100, 100_000])('are together what XML is as a whole, in parts of %i', (size) => {
    const xml = `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY e "x">]><a>${items.map(({ id }) => `<b id="${id}"><c>a ${id}</c><d/><e> </e><f>x <g>y</g> z</f></b>`).join('\n')}</a>\n`;
    expect(piecesOf(xml, size, 'xml')).toMatchObject({ text: printXml(xml), isFormatted: true });
  });

  it('come before an element ends, which keeps its text on its line', () => {
    const xml = `<all>${'<one><two>some text <b>and</b> more</two></one>'.repeat(5000)}</all>`;
    const { given, text } = piecesOf(xml, 1000, 'xml');
    expect(given.filter((piece) => piece !== '').length).toBeGreaterThan(2);
    expect(text).toBe(printXml(xml));
  });

  it('are as received from where the text is not XML', () => {
    expect(piecesOf('<a><b>1</b></c><d>2</d></a>', 3, 'xml')).toMatchObject({
      text: '<a>\n  <b>1</b>\n</c><d>2</d></a>',
      isFormatted: false,
    });
  });

  it('have an element of HTML a line, whatever its author left out', () => {
    const html =
      '<!doctype html><HTML><body class=a><ul><li>One<li>Two <b>bold</b></ul><br><img src="a"><script>if (a < b) { "</p>" }</script><p>a < b</p></x></body></html>';
    for (const size of [1, 7, 1000])
      expect(piecesOf(html, size, 'html').text.split('\n')).toEqual([
        ...[
          '<!doctype html>',
          '<HTML>',
          '  <body class=a>',
          '    <ul>',
          '      <li>One',
          '      <li>Two <b>bold</b>',
          '    </ul>',
        ],
        ...['    <br>', '    <img src="a">', '    <script>if (a < b) { "</p>" }</script>', '    <p>a < b</p>'],
        ...['    </x>', '  </body>', '</html>'],
      ]);
  });

  it('are the beginning of HTML, too', () => {
    expect(printHtml('<div><p>a</p><a href="b')).toBe('<div>\n  <p>a</p>\n<a href="b');
    expect(printHtml('<a href="b')).toBe('<a href="b');
  });

  it('come as soon as they are complete', () => {
    const { given } = piecesOf(json, 100);
    expect(given.filter((piece) => piece !== '').length).toBeGreaterThan(30);
    expect(Math.max(...given.map(({ length }) => length))).toBeLessThan(1000);
  });

  it('are as received from where the text is not JSON', () => {
    const { text, isFormatted } = piecesOf('{"a":1,"b":oops,"c":[1,2]}', 3);
    expect(text).toBe('{\n  "a": 1,\n  "b": oops,"c":[1,2]}');
    expect(isFormatted).toBe(false);
    expect(piecesOf('{"a":[1,', 3).text).toBe('{\n  "a": [\n    1,');
  });

  const secret = 'a-value-that-stays-hidden';
  it.each([
    ['JSON', JSON.stringify([{ api_key: secret }, { token: [secret, `${secret}2`, `${secret}3`], next: secret }])],
    ['escaped names', `{"a":1,"to\\u006ben":["${secret}", "${secret}2"]}`],
    ['broken JSON', `{"a":1,"token":["x",oops,"${secret}"],"password":"${secret}"}`],
    ['lines', `a: 1\npassword: ${secret}\nsecret:\n  "${secret}"\nb: 2\n`],
    ['lists', `{\n"token": [\n"${secret}",\n"${secret}2"\n]\n}\n`],
    ['XML in one line', `<all><a>1</a><token>${secret}</token><b c="1"/><password>${secret}</password></all>`],
    ['XML', `<all>\n<token>\n${secret}\n</token>\n</all>\n`],
    ['a form', `a=1&access_token=${secret}&b=2&password=${secret}`],
  ])('hide the secrets of %s, wherever a part ends', (_, body) => {
    for (let size = 1; size < body.length; size++) {
      for (const format of ['json', 'xml', 'html', undefined] as const) {
        const { text } = piecesOf(body, size, format);
        expect(text, `in parts of ${size}`).not.toContain(secret);
        expect(text).toContain('***');
      }
    }
  });

  it('hide a value that was sent, also across the ends of parts', () => {
    const body = `{"echo":"${secret}","more":"x${secret}"}`;
    for (let size = 1; size < 40; size++) expect(piecesOf(body, size, 'json', [secret]).text).not.toContain(secret);
  });

  it('have several members on a line after very many lines, and stay JSON', () => {
    const pieces = createBodyPieces({ format: 'json', masked: (text) => text }, 20);
    const text = pieces.add(json, true);
    expect(text.split('\n').length).toBeLessThan(40);
    expect(text.startsWith((printJson(json) ?? '').slice(0, 100))).toBe(true);
    expect(JSON.parse(text)).toEqual({ items });
  });

  it('take time in proportion to the body, also of one long string', () => {
    const { text } = piecesOf(JSON.stringify({ a: 'x'.repeat(3_000_000) }), 1000);
    expect(text.length).toBeGreaterThan(3_000_000);
    expect(piecesOf('x'.repeat(3_000_000), 1000, 'xml').text).toHaveLength(3_000_000);
    const elements = `<a>${'<b c="d">text</b>'.repeat(100_000)}<!-- ${'x'.repeat(2_000_000)} --></a>`;
    expect(piecesOf(elements, 1000, 'xml').text.split('\n')).toHaveLength(100_003);
    const deep = `${'<a>'.repeat(30_000)}${'<b/>'.repeat(30_000)}${'</a>'.repeat(30_000)}`;
    expect(piecesOf(deep, 1000, 'xml').text.replaceAll(/\s/g, '')).toBe(deep);
  });
});
