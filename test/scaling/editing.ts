import type { CheckOptions } from '../../packages/engine/src/index';
import { defaultFormat } from '../../packages/engine/src/formatting/index';
import { createEngine } from '../../packages/engine/src/index';
import { clientOf } from '../../server/src/ports/client';
import { DocumentStore, type OpenDocument } from '../../server/src/documents/documents';
import { highlightsAt } from '../../server/src/features/document-highlights';
import { createSemanticTokens } from '../../server/src/features/semantic-tokens';
import type { FeatureContext } from '../../server/src/documents/feature-context';
import type { ScalingTask } from './tasks';

const options: CheckOptions = { context: { endpoints: [], defaults: {} }, severities: {} };
const uri = 'file:///a.http';

const listOf = (n: number, piece: (at: number) => string, between = ''): string =>
  Array.from({ length: n }, (_, at) => piece(at)).join(between);
const membersOnOneLine = (n: number): string =>
  `PUT /a\n\n{${listOf(n, (at) => `"a${at}": {"b": [1,"x"], "c": "text"}`, ', ')}}\n`;
const requests = (n: number): string =>
  `@name = value\n\n${listOf(n, (at) => `### Request ${at}\nPUT /a/{{name}}\nX-Name: {{name}}\n\n{ "b": "{{name}}" }\n\n`)}`;
const inMarkdown = (n: number): string =>
  listOf(
    n,
    (at) => `# Title ${at}\n\n${'some words '.repeat(20)}\n\n\`\`\`http\nPUT /a${at}\n\n{ "b": ${at} }\n\`\`\`\n\n`,
  );

/** A document of a session with what features need. */
function opened(text: string, language = 'http') {
  const engine = createEngine();
  const documents = new DocumentStore(engine, 'utf-16', () => undefined);
  const client = { ...clientOf({}, {}), snippets: true };
  const context: FeatureContext = { engine, encoding: 'utf-16', client, optionsOf: () => options };
  const document: OpenDocument = documents.open(uri, language, 1, text);
  return { engine, documents, context, document };
}

function formatting(text: string): () => unknown {
  const { engine, document } = opened(text);
  return () => engine.format(document.file, defaultFormat, options.context);
}

/** Types something at a share of the lines, and calls what looks at the document after each key. */
function typing(text: string, language: string, look: (document: OpenDocument) => unknown): () => unknown {
  const { documents, document } = opened(text, language);
  const lines = text.split('\n');
  let version = 1;
  return () => {
    let current = document;
    for (const share of [0, 0.25, 0.5, 0.999]) {
      const line = Math.floor(lines.length * share);
      for (const newText of ['x', '\n', '`']) {
        const position = { line, character: (lines[line] ?? '').length };
        const change = { range: { start: position, end: position }, text: newText };
        current = documents.change(uri, ++version, [change]) ?? current;
        look(current);
      }
    }
  };
}

/** What editors ask for while a user writes. */
export const editingTasks: readonly ScalingTask[] = [
  { name: 'formatting JSON on one line', n: 200_000, prepare: (n) => formatting(membersOnOneLine(n)) },
  { name: 'formatting many requests', n: 30_000, prepare: (n) => formatting(requests(n)) },
  {
    name: 'formatting comments',
    n: 200_000,
    prepare: (n) => formatting(`PUT /a\n\n{\n${'  // c  \n'.repeat(n)}"a":1}\n`),
  },
  {
    name: 'formatting blank lines',
    n: 500_000,
    prepare: (n) => formatting(`GET /a\n${' \n'.repeat(n)}### b\nGET /b\n`),
  },
  {
    name: 'formatting on type in JSON',
    n: 200_000,
    prepare: (n) => {
      const text = membersOnOneLine(n).replaceAll(', "a', ',\n"a');
      const { engine, document } = opened(text);
      return () => engine.formatOnType(document.file, 0, text.length - 1, defaultFormat);
    },
  },
  {
    name: 'semantic tokens of a whole file',
    n: 30_000,
    prepare: (n) => {
      const { context, document } = opened(requests(n));
      return () => createSemanticTokens().whole(context, document);
    },
  },
  {
    name: 'semantic tokens after keys',
    n: 30_000,
    prepare: (n) => {
      const { context, document } = opened(requests(n));
      const tokens = createSemanticTokens();
      let former = tokens.whole(context, document)?.resultId ?? '';
      return typing(requests(n), 'http', (edited) => {
        const next = tokens.since(context, edited, former);
        former = next?.resultId ?? '';
      });
    },
  },
  {
    name: 'highlights of a name with many uses',
    n: 30_000,
    prepare: (n) => {
      const { context, document } = opened(requests(n));
      return () => highlightsAt(context, document, { line: 0, character: 2 });
    },
  },
  {
    name: 'occurrences of names',
    n: 30_000,
    prepare: (n) => {
      const { engine, document } = opened(requests(n));
      const { file } = document;
      return () => [...file.blocks].map((_, index) => engine.names(file, index));
    },
  },
  { name: 'opening Markdown', n: 15_000, prepare: (n) => () => opened(inMarkdown(n), 'markdown') },
  {
    name: 'keys in Markdown',
    n: 15_000,
    prepare: (n) => typing(inMarkdown(n), 'markdown', ({ file }) => file.definitions),
  },
  {
    name: 'fences in Markdown that are not closed',
    n: 30_000,
    prepare: (n) => typing('```http\n- ```rest\n'.repeat(n), 'markdown', ({ file }) => file.blocks.size),
  },
];
