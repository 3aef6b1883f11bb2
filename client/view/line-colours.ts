import type { Extension } from '@codemirror/state';
import {
  Decoration,
  MatchDecorator,
  ViewPlugin,
  type DecorationSet,
  type EditorView,
  type ViewUpdate,
} from '@codemirror/view';

/** What has a colour in a line, and the class of each group. */
const patterns: Readonly<Record<string, readonly [RegExp, readonly string[]]>> = {
  json: [
    /("(?:[^"\\]|\\.)*"(?=\s*:))|("(?:[^"\\]|\\.)*")|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|\b(true|false|null)\b/g,
    ['tok-property', 'tok-string', 'tok-number', 'tok-keyword'],
  ],
  xml: [/(<!--.*?-->)|(<\/?[\w:.-]+|\/?>)|("[^"<>]*"|'[^'<>]*')/g, ['tok-comment', 'tok-tag', 'tok-string']],
};

/** Returns what colours the lines that are seen, each by itself: for texts that are too long to be parsed. */
export function coloursOfLines(language: string): Extension {
  const pattern = patterns[language === 'html' ? 'xml' : language];
  if (pattern === undefined) return [];
  const [regexp, classes] = pattern;
  const marks = classes.map((name) => Decoration.mark({ class: name }));
  const decorator = new MatchDecorator({
    regexp,
    decoration: (match) => marks[match.slice(1).findIndex((group) => group !== undefined)] ?? null,
  });
  return ViewPlugin.fromClass(
    class {
      decorations: DecorationSet;
      constructor(view: EditorView) {
        this.decorations = decorator.createDeco(view);
      }
      update(update: ViewUpdate) {
        this.decorations = decorator.updateDeco(update, this.decorations);
      }
    },
    { decorations: ({ decorations }) => decorations },
  );
}
