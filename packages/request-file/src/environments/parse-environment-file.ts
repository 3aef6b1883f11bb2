import { membersOfObject, nodeAt, valueOfNode, type JsonNode } from '@rulebook/json/json-node';
import { readJsonTree } from '@rulebook/json/json-tree';
import { span, type Span } from '@rulebook/text/span';
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
  const { root, problems: mistakes, isTooDeep } = readJsonTree(text);
  const [first] = mistakes;
  const isOther = kind === 'settings' || /package\.json$/.test(path);
  // What is wrong elsewhere in the settings or in the package is not about variables.
  if (!isOther && first !== undefined) {
    problems.push({
      message: `This file is not valid JSON${isTooDeep ? ': it is nested too deeply' : ''}, so requests that need its variables are not sent. Correct it.`,
      severity: 'error',
      span: first.span,
    });
  }
  const sections: EnvironmentSection[] = [];
  const read = (table: JsonNode | undefined, setting?: SettingOfEnvironments) => {
    if (table === undefined) return;
    if (table.type !== 'object') {
      problems.push(problemAt(table, 'This must be an object with the environments by name.'));
      return;
    }
    for (const { key, keyNode, value } of membersOfObject(table)) {
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
  root: JsonNode | undefined,
): readonly (readonly [JsonNode | undefined, SettingOfEnvironments?])[] {
  if (root === undefined) return [];
  if (kind === 'http-client') return [[root]];
  if (root.type !== 'object') return [];
  if (kind === 'httpyac') {
    const own = path.endsWith('package.json') ? nodeAt(root, ['httpyac']) : root;
    return own?.type === 'object' ? [[nodeAt(own, ['environments'])]] : [];
  }
  const settings = path.endsWith('.code-workspace') ? nodeAt(root, ['settings']) : root;
  if (settings?.type !== 'object') return [];
  return settingsOfEnvironments.map((setting) => [nodeAt(settings, [setting]), setting] as const);
}

function variablesOf(table: JsonNode, problems: EnvironmentProblem[]): readonly EnvironmentVariable[] {
  return membersOfObject(table).flatMap(({ key, keyNode, value }): EnvironmentVariable[] => {
    if (key === '$kulalaDefaultHeaders' || key === '$default_headers') {
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
function providerOf(value: JsonNode): string | undefined {
  const provider: unknown = value.type === 'object' ? nodeAt(value, ['provider'])?.value : undefined;
  return typeof provider === 'string' && /^[\w.-]{1,60}$/.test(provider) ? provider : undefined;
}

/** Returns the text that a placeholder becomes; an object or a list is its JSON. */
function textOfValue(node: JsonNode): string {
  const value = valueOfNode(node);
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
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

function problemAt(
  node: JsonNode,
  message: string,
  severity: EnvironmentProblem['severity'] = 'error',
): EnvironmentProblem {
  return { message, severity, span: spanOf(node) };
}

function spanOf({ offset, length }: JsonNode): Span {
  return span(offset, offset + length);
}

/** Returns the span of a string without its quotes. */
function innerSpanOf({ offset, length }: JsonNode): Span {
  return length >= 2 ? span(offset + 1, offset + length - 1) : span(offset, offset + length);
}
