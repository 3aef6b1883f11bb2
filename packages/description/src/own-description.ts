import type { Span } from '@rulebook/text/span';
import type { LoadGraphql } from './catalogues';
import { compiledFormat, type CompiledDescription, type DescriptionProblem } from './compiled';
import { compileElasticsearch } from './elasticsearch/compile';
import { compileOpenApi } from './openapi/compile';
import { compileJsonSchema, problemOfSchema } from './openapi/compile-schema';
import { foreignFormat } from './foreign-format';
import { detectDescription } from './openapi/detect';
import { firstParagraph } from './openapi/wording';
import { applyOverlay } from './overlay';
import { pointersIn, readTree, type TextTree } from './text-tree';

/** The text of a file, or half a sentence that says why there is none. */
export type DescriptionText = { readonly text: string } | { readonly cause: string };

/** What a file is that describes no service: a JSON Schema, of one value, or a schema of GraphQL. */
export type DescriptionForm = 'json-schema' | 'graphql';

/** What a description is compiled from. */
export interface OwnDescriptionSource {
  /** The name of its file, so that others can refer to it. */
  readonly name: string;
  readonly text: string;
  /** Returns another file by its path from the folder of the description. It decides which files may be read. */
  readonly read: (path: string) => DescriptionText;
  /** What corrects the description, in this order; `file` is a path from its folder. */
  readonly overlays?: readonly ({ readonly file: string } & DescriptionText)[];
  /** Absent: it describes a service. */
  readonly form?: DescriptionForm | undefined;
  /** The JSON pointer of the part of a JSON Schema that is meant. */
  readonly pointer?: string | undefined;
  /** What reads GraphQL; absent where it is not available. */
  readonly loadGraphql?: LoadGraphql | undefined;
}

/** A problem, and what it is about in the text of its file. */
export interface PlacedProblem extends DescriptionProblem {
  readonly span: Span;
}

/** What is known of a description. */
interface OwnDescription {
  /** Absent: the file is not a description that can be read. Its list of problems is empty; they are all in `problems`. */
  readonly compiled?: CompiledDescription;
  readonly problems: readonly PlacedProblem[];
}

/** Returns what is wrong with a file of another format; undefined where it is not known as one. */
function foreignProblem(name: string, text: string): readonly PlacedProblem[] | undefined {
  const message = foreignFormat(name, text);
  return message === undefined
    ? undefined
    : [{ severity: 'error', message, pointer: '#', span: { start: 0, end: /^[^\r\n]*/.exec(text)?.[0].length ?? 0 } }];
}

/** Compiles a description that a user wrote, with the files that it refers to. Never throws. */
export function compileOwnDescription(source: OwnDescriptionSource): OwnDescription {
  const { name, text, read, overlays = [], form, pointer, loadGraphql } = source;
  if (form === 'graphql') return compileGraphql(name, text, loadGraphql);
  const isSchema = form === 'json-schema';
  if (isSchema && /\.(?:graphqls?|gql)$/i.test(name)) return { problems: foreignProblem(name, text) ?? [] };
  const root = readTree(text, name);
  if ('message' in root) return { problems: (isSchema ? undefined : foreignProblem(name, text)) ?? problemsIn(root) };
  const texts = new Map([['', text]]);
  const ofTexts: PlacedProblem[] = [...problemsIn(root)];
  const treeOf = (file: string, content: string): TextTree => {
    texts.set(file, content);
    const read = readTree(content, file);
    ofTexts.push(...problemsIn(read, file));
    return read;
  };
  const detected = isSchema ? detectSchema(root.tree) : detectDescription(root.tree);
  if ('message' in detected) {
    const { message } = detected;
    const problem = { severity: 'error', message, pointer: '#', span: pointersIn(text)('#') } as const;
    return { problems: (isSchema ? undefined : foreignProblem(name, text)) ?? [problem] };
  }
  const readFile = (path: string) => {
    const content = read(path);
    if ('cause' in content) return content;
    const parsed = treeOf(path, content.text);
    return 'tree' in parsed
      ? parsed
      : { cause: /\.json$/i.test(path) ? 'it is not JSON' : 'it is neither YAML nor JSON' };
  };
  const corrections = overlays.flatMap(({ file, ...content }): readonly DescriptionProblem[] => {
    if ('cause' in content) {
      const message = `The overlay \`${file}\` cannot be read: ${content.cause}.`;
      return [{ severity: 'error', message, pointer: '#' }];
    }
    const overlay = treeOf(file, content.text);
    return 'tree' in overlay ? applyOverlay(root.tree, overlay.tree, file) : [];
  });
  const compiled =
    detected.kind === 'elasticsearch-schema'
      ? compileElasticsearch(root.tree)
      : detected.kind === 'json-schema'
        ? compileJsonSchema(root.tree, { name, readFile, pointer })
        : compileOpenApi(root.tree, { name, readFile });
  const problems = [...ofTexts, ...placed([...corrections, ...compiled.problems], texts)];
  return { compiled: { ...compiled, problems: [] }, problems };
}

/** Compiles a schema of GraphQL, which is kept as its text. */
function compileGraphql(name: string, text: string, load: LoadGraphql | undefined): OwnDescription {
  if (load === undefined) return { problems: [] };
  const { text: graphql, problems } = load().compile(text);
  const placed = problems.map((problem) => ({ severity: 'error', pointer: '#', ...problem }) as const);
  if (graphql === undefined) return { problems: placed };
  const facts = { format: compiledFormat, source: 'GraphQL', title: name, version: '' } as const;
  return { compiled: { ...facts, graphql, operations: [], shapes: [], problems: [] }, problems: placed };
}

function detectSchema(tree: unknown): { readonly kind: 'json-schema' } | { readonly message: string } {
  const message = problemOfSchema(tree);
  return message === undefined ? { kind: 'json-schema' } : { message };
}

/** Returns what is wrong with the text of a file. */
function problemsIn(read: TextTree, file?: string): readonly PlacedProblem[] {
  if ('message' in read) return [{ severity: 'error', file, pointer: '#', ...read }];
  return (read.repeated ?? []).map(({ key, ...place }) => {
    const name = firstParagraph(key, 60);
    const message = `The key \`${name}\` is in this object already, and only the last one counts. Remove one of them.`;
    return { severity: 'error', message, file, ...place };
  });
}

function placed(problems: readonly DescriptionProblem[], texts: ReadonlyMap<string, string>): readonly PlacedProblem[] {
  const finders = new Map<string, (pointer: string) => Span>();
  return problems.map((problem) => {
    const { file = '', pointer } = problem;
    const find = finders.get(file) ?? pointersIn(texts.get(file) ?? '');
    finders.set(file, find);
    return { ...problem, span: find(pointer) };
  });
}
