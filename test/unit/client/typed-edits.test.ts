import { describe, expect, it } from 'vitest';
import { editAfterTyping } from '../../../client/src/editing/typed-edits';

/** Returns the text after what follows the character before the mark. */
function typed(marked: string): string {
  const offset = marked.indexOf('<|>');
  const text = marked.replace('<|>', '');
  const edit = editAfterTyping(text, offset);
  return edit === undefined ? text : text.slice(0, edit.start) + text.slice(edit.end);
}

describe('editAfterTyping', () => {
  it.each([
    ['> {% client.log(1) %}<|>%}', '> {% client.log(1) %}'],
    ['> {%\n  client.log(1)\n%}<|>\n%}\n', '> {%\n  client.log(1)\n%}\n'],
    ['> {%\n  if (a) {}<|>\n%}', '> {%\n  if (a) {}\n%}'],
    ['> {%\n%}<|>\n\n> {%\n%}', '> {%\n%}\n\n> {%\n%}'],
  ])('leaves one end of a script in %j', (before, after) => {
    expect(typed(before)).toBe(after);
  });

  it.each([
    ['GET /a\n    ?b=1\n    &c=2\n    Accept:<|>', 'GET /a\n    ?b=1\n    &c=2\nAccept:'],
    ['GET /a\n    &c=2:<|>', 'GET /a\n    &c=2:'],
    ['GET /a\n    ?b=1\n    &c:<|>', 'GET /a\n    ?b=1\n    &c:'],
    ['query {\n  small:<|>', 'query {\n  small:'],
    ['    Accept:<|>', '    Accept:'],
  ])('moves a header field below an indented query to the margin in %j', (before, after) => {
    expect(typed(before)).toBe(after);
  });
});
