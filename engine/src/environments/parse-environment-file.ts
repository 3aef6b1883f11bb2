import { findNodeAtLocation, type Node, type ParseError } from 'jsonc-parser';
import { isTooDeep, parseTree } from '../text/json-tree';
import { span, type Span } from '../text/span';
import { environmentFileKind, type EnvironmentFileName } from './environment-file-kind';
import {
  settingsOfEnvironments,
  type EnvironmentFile,
  type EnvironmentProblem,
  type EnvironmentSection,
  type EnvironmentVariable,
  type SettingOfEnvironments,
} from './model';
import { dotenvLines } from './parse-dotenv';

/** Reads a file of variables; undefined for a file that has another name. Never throws: what cannot be read becomes a problem. */
export function parseEnvironmentFile(path: string, text: string): EnvironmentFile | undefined {
  const name = environmentFileKind(path);
  if (name === undefined) return undefined;
  if (name.kind === 'dotenv') return readDotenv(name, text);
  if (name.kind === 'script') return { ...name, sections: [], problems: [scriptProblem], isBroken: true };
  return readTables(name, path, text);
}

const scriptProblem: EnvironmentProblem = {
  message:
    'A configuration that is a script is not run, so the environments that it defines are not known. Write them in `.httpyac.json`.',
  severity: 'information',
  span: span(0, 0),
};

function readDotenv({ kind, isPrivate, environment }: EnvironmentFileName, text: string): EnvironmentFile {
  const variables = dotenvLines(text);
  const problems: EnvironmentProblem[] = [];
  noteDuplicates(variables, problems);
  return {
    ...{ kind, isPrivate, problems, isBroken: false },
    sections: [{ ...(environment !== undefined && { environment }), variables }],
  };
}

function readTables({ kind, isPrivate }: EnvironmentFileName, path: string, text: string): EnvironmentFile {
  const problems: EnvironmentProblem[] = [];
  const errors: ParseError[] = [];
  const source = text.startsWith('\uFEFF') ? ` ${text.slice(1)}` : text;
  const root = parseTree(source, errors, { allowTrailingComma: true });
  const first = errors[0];
  const isDeep = first !== undefined && isTooDeep(first);
  const isOther = kind === 'settings' || /package\.json$/.test(path);
  // What is wrong elsewhere in the settings or in the package is not about variables.
  if (!isOther && (first !== undefined || root === undefined)) {
    const at =
      first === undefined ? span(0, Math.min(1, text.length)) : span(first.offset, first.offset + first.length);
    problems.push({
      message: `This file is not valid JSON${isDeep ? ': it is nested too deeply' : ''}, so requests that need its variables are not sent. Correct it.`,
      severity: 'error',
      span: clipped(at, text.length),
    });
  }
  const sections: EnvironmentSection[] = [];
  const read = (table: Node | undefined, setting?: SettingOfEnvironments) => {
    if (table === undefined) return;
    if (table.type !== 'object') {
      problems.push(problemAt(table, 'This must be an object with the environments by name.'));
      return;
    }
    for (const { key, keyNode, value } of membersOf(table)) {
      if (value.type !== 'object') {
        const what = key.startsWith('$schema')
          ? undefined
          : `\`${key}\` must be an object with the variables of the environment by name.`;
        if (what !== undefined) problems.push(problemAt(value, what));
        continue;
      }
      if (sections.some(({ environment, setting: other }) => environment === key && other === setting))
        problems.push(problemAt(keyNode, `The environment \`${key}\` is defined twice. Join both.`, 'warning'));
      const variables = variablesOf(value, problems);
      noteDuplicates(variables, problems);
      sections.push({
        environment: normalName(key),
        nameSpan: spanOf(keyNode),
        ...(setting && { setting }),
        variables,
      });
    }
  };
  for (const [table, setting] of tablesOf(kind, path, root)) read(table, setting);
  return { kind, isPrivate, sections, problems, isBroken: problems.some(({ severity }) => severity === 'error') };
}

/** Returns what a name of an environment means; Kulala has its own name for what is shared. */
function normalName(name: string): string {
  return name === '$kulalaShared' ? '$shared' : name;
}

function tablesOf(
  kind: EnvironmentFile['kind'],
  path: string,
  root: Node | undefined,
): readonly (readonly [Node | undefined, SettingOfEnvironments?])[] {
  if (root === undefined) return [];
  if (kind === 'http-client') return [[root]];
  if (root.type !== 'object') return [];
  if (kind === 'httpyac') {
    const own = path.endsWith('package.json') ? findNodeAtLocation(root, ['httpyac']) : root;
    return own?.type === 'object' ? [[findNodeAtLocation(own, ['environments'])]] : [];
  }
  const settings = path.endsWith('.code-workspace') ? findNodeAtLocation(root, ['settings']) : root;
  if (settings?.type !== 'object') return [];
  return settingsOfEnvironments.map((setting) => [findNodeAtLocation(settings, [setting]), setting] as const);
}

function variablesOf(table: Node, problems: EnvironmentProblem[]): readonly EnvironmentVariable[] {
  return membersOf(table).flatMap(({ key, keyNode, value }): EnvironmentVariable[] => {
    if (key === '$kulalaDefaultHeaders') {
      problems.push(
        problemAt(
          keyNode,
          'Rulebook does not add these header fields to requests. Write them in the requests.',
          'information',
        ),
      );
      return [];
    }
    const about = { name: key, nameSpan: innerSpanOf(keyNode), valueSpan: spanOf(value) };
    const provider = providerOf(value);
    if (provider === undefined) return [{ ...about, value: textOfValue(value) }];
    problems.push(
      problemAt(
        value,
        `\`${key}\` is kept by ${provider}, which Rulebook does not read. Give its value in \`http-client.env.json.user\`, or with \`{{$processEnv …}}\`.`,
        'information',
      ),
    );
    return [{ ...about, provider }];
  });
}

/** Returns who keeps a value, for an object that names a provider of secrets. */
function providerOf(value: Node): string | undefined {
  const provider: unknown = value.type === 'object' ? findNodeAtLocation(value, ['provider'])?.value : undefined;
  return typeof provider === 'string' && /^[\w.-]{1,60}$/.test(provider) ? provider : undefined;
}

/** Returns the text that a placeholder becomes; an object or a list is its JSON. */
function textOfValue(node: Node): string {
  const value = valueOf(node);
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}

function valueOf(node: Node): unknown {
  if (node.type === 'array') return (node.children ?? []).map(valueOf);
  if (node.type === 'object') return Object.fromEntries(membersOf(node).map(({ key, value }) => [key, valueOf(value)]));
  return node.value;
}

function noteDuplicates(variables: readonly EnvironmentVariable[], problems: EnvironmentProblem[]): void {
  const seen = new Set<string>();
  for (const { name, nameSpan } of variables) {
    if (seen.has(name))
      problems.push({
        message: `\`${name}\` is defined twice in this environment; the last value counts. Remove one of them.`,
        severity: 'warning',
        span: nameSpan,
      });
    seen.add(name);
  }
}

interface Member {
  readonly key: string;
  readonly keyNode: Node;
  readonly value: Node;
}

function membersOf({ children = [] }: Node): readonly Member[] {
  return children.flatMap(({ children: [keyNode, value] = [] }) =>
    keyNode && value ? [{ key: String(keyNode.value), keyNode, value }] : [],
  );
}

function problemAt(
  node: Node,
  message: string,
  severity: EnvironmentProblem['severity'] = 'error',
): EnvironmentProblem {
  return { message, severity, span: spanOf(node) };
}

function spanOf({ offset, length }: Node): Span {
  return span(offset, offset + length);
}

/** Returns the span of a string without its quotes. */
function innerSpanOf({ offset, length }: Node): Span {
  return length >= 2 ? span(offset + 1, offset + length - 1) : span(offset, offset + length);
}

function clipped({ start, end }: Span, length: number): Span {
  return span(Math.min(start, length), Math.min(end, length));
}
