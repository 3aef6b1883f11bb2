import {
  HighlightStyle,
  indentService,
  StreamLanguage,
  syntaxHighlighting,
  type IndentContext,
} from '@codemirror/language';
import type { StringStream } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { tags } from '@lezer/highlight';

/** Where a line of a request file is. */
type Part = 'before' | 'head' | 'body';
interface LineState {
  part: Part;
}

const method = /^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|TRACE|CONNECT)(?=\s)/;

/** Colours request files. What a line means is the language server's matter. */
const language = StreamLanguage.define<LineState>({
  name: 'http',
  startState: () => ({ part: 'before' }),
  blankLine: (state) => {
    if (state.part === 'head') state.part = 'body';
  },
  token: (stream, state) => {
    if (stream.sol()) {
      if (stream.match(/^\s*#{3,}.*/)) {
        state.part = 'before';
        return 'heading';
      }
      if (stream.match(/^\s*(?:#|\/\/).*/)) return 'comment';
      if (state.part === 'before' && stream.match(/^\s*@[^\s=]+/)) return 'variableName';
      if (stream.match(method)) {
        state.part = 'head';
        return 'keyword';
      }
      if (stream.match(/^\?\?/)) return 'keyword';
      if (state.part === 'head' && stream.match(/^\s*[?&]/)) return 'operator';
      if (state.part === 'head' && stream.match(/^[\w-]+(?=\s*:)/)) return 'propertyName';
      if (state.part === 'head' && stream.match(/^\s*[{[]/)) {
        state.part = 'body';
        return 'bracket';
      }
    }
    if (stream.match(/^\{\{[^}\n]*\}\}/)) return 'variableName';
    return state.part === 'body' ? bodyToken(stream) : plainToken(stream);
  },
  languageData: {
    commentTokens: { line: '#' },
    closeBrackets: { brackets: ['(', '[', '{', '"'] },
    indentOnInput: /^\s*[}\]]$/,
  },
});

/** Returns the indentation of the line at a position: as the line above, one more behind an open bracket, one less before a closing one. */
function indentationAt(context: IndentContext, position: number): number {
  const { doc } = context.state;
  const line = doc.lineAt(position);
  // With a key, the line is broken at the position; otherwise a line begins there.
  const above =
    position > line.from
      ? line.text.slice(0, position - line.from)
      : line.number > 1
        ? doc.line(line.number - 1).text
        : '';
  const opens = /[[{]\s*$/.test(above);
  const closes = /^\s*[\]}]/.test(context.textAfterPos(position));
  const own = context.countColumn(/^\s*/.exec(above)?.[0] ?? '');
  return Math.max(0, own + (opens ? context.unit : 0) - (closes ? context.unit : 0));
}

function plainToken(stream: StringStream): string | null {
  if (stream.match(/^HTTP\/[\d.]+/)) return 'keyword';
  stream.next();
  stream.match(/^[^{H]+/);
  return null;
}

function bodyToken(stream: StringStream): string | null {
  if (stream.match(/^"(?:[^"\\]|\\.)*"(?=\s*:)/)) return 'propertyName';
  if (stream.match(/^"(?:[^"\\{]|\\.|\{(?!\{))*"?/)) return 'string';
  if (stream.match(/^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/)) return 'number';
  if (stream.match(/^(?:true|false|null)\b/)) return 'atom';
  if (stream.match(/^[{}[\]]/)) return 'bracket';
  stream.next();
  return null;
}

// The colours are in the style sheet, one set for light and one for dark.
const colours = HighlightStyle.define([
  { tag: tags.heading, class: 'pg-heading' },
  { tag: tags.comment, class: 'pg-comment' },
  { tag: tags.keyword, class: 'pg-keyword' },
  { tag: tags.propertyName, class: 'pg-property' },
  { tag: tags.string, class: 'pg-string' },
  { tag: [tags.number, tags.atom], class: 'pg-number' },
  { tag: tags.variableName, class: 'pg-variable' },
]);

/** The language of request files, with its colours. */
export const httpLanguage: Extension = [language, indentService.of(indentationAt), syntaxHighlighting(colours)];
