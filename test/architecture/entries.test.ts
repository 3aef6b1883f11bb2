import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { globSync } from 'tinyglobby';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { configurationShape } from '../../packages/sender/src/configuration/description';
import type { ObjectShape, Shape } from '../../packages/sender/src/configuration/shape';
import { settingsOfEnvironments } from '../../packages/request-file/src/environments/model';
import { knownFeatures } from '../lsp/requests';

const root = join(import.meta.dirname, '../..');

// What is declared in one place and carried out in another: an entry that nothing carries out is found here, unless it does not compile.

interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string }[];
    readonly views: Readonly<Record<string, readonly { readonly id: string }[]>>;
    readonly configuration: { readonly properties: Readonly<Record<string, unknown>> };
  };
}

const manifestText = readFileSync(join(root, 'package.json'), 'utf8');
const { contributes } = JSON.parse(manifestText) as Manifest;
const client = wordsOfClient();

describe('each entry of package.json', () => {
  it('that is a command has a handler', () => {
    const missing = contributes.commands.map(({ command }) => command).filter((name) => !client.members.has(name));
    expect(missing.map((name) => `No object in client/src has a handler '${name}'.`)).toEqual([]);
  });

  it('that is a view has something that fills it', () => {
    const views = Object.values(contributes.views).flat();
    const missing = views.filter(({ id }) => !client.arguments.has(id));
    expect(missing.map(({ id }) => `Nothing in client/src creates the view '${id}'.`)).toEqual([]);
  });

  it('that is a setting is read', () => {
    const names = Object.keys(contributes.configuration.properties);
    const missing = names.filter((name) => {
      const [, last = ''] = /([^.]+)$/.exec(name) ?? [];
      const isRead = client.arguments.has(last) || settingsOfEnvironments.some((one) => one === name);
      return !isRead && !manifestText.includes(`config.${name} `);
    });
    expect(missing.map((name) => `Nothing in client/src reads the setting '${name}'.`)).toEqual([]);
  });
});

it('each member of rulebook.json is read', () => {
  const sources = globSync(['packages', 'services', 'cli/src', 'client/src', 'server/src'], { cwd: root })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('configuration/description.ts'))
    .map((path) => readFileSync(join(root, path), 'utf8'))
    .join('\n');
  const isRead = (name: string) => new RegExp(`\\.${name}\\b|[{,]\\s*${name}\\b(?!\\??: )`).test(sources);
  const missing = membersOf(configurationShape()).filter((name) => name !== '$schema' && !isRead(name));
  expect(
    missing.map((name) => `Nothing reads the member \`${name}\` of packages/sender/src/configuration/description.ts.`),
  ).toEqual([]);
});

it('each command of the command line is part of the program, and tested', () => {
  const program = readFileSync(join(root, 'cli/src/program.ts'), 'utf8');
  const files = globSync('cli/src/commands/add-*.ts', { cwd: root });
  const tests = globSync('test/cli/**/*.test.ts', { cwd: root }).map((path) => readFileSync(join(root, path), 'utf8'));
  const problems = files.flatMap((path) => {
    const name = basename(path, '.ts').slice('add-'.length);
    const isTested = tests.some((text) => text.includes(`'${name}'`));
    return [
      ...(program.includes(`'./commands/add-${name}'`) ? [] : [`cli/src/program.ts does not add ${path}.`]),
      ...(isTested ? [] : [`No test of test/cli runs '${name}'.`]),
    ];
  });
  expect(problems).toEqual([]);
});

it('each feature of the language server is in its list, and asked by the tests of bad input and of secrets', () => {
  const list = readFileSync(join(root, 'server/src/features/features.ts'), 'utf8');
  const files = globSync('server/src/features/*.ts', { cwd: root }).map((path) => basename(path, '.ts'));
  const names = files.filter((name) => name !== 'features');
  const known = Object.keys(knownFeatures);
  expect([
    ...names
      .filter((name) => !list.includes(`'./${name}'`))
      .map((name) => `server/src/features/features.ts does not list '${name}'.`),
    ...names
      .filter((name) => !known.includes(name))
      .map((name) => `\`knownFeatures\` of test/lsp/requests.ts does not have '${name}'.`),
    ...known.filter((name) => !names.includes(name)).map((name) => `There is no feature '${name}' any more.`),
  ]).toEqual([]);
});

/** Returns the names of all members that a shape describes. */
function membersOf(shape: Shape): readonly string[] {
  switch (shape.kind) {
    case 'object':
      return Object.entries((shape satisfies ObjectShape).members).flatMap(([name, one]) => [
        name,
        ...membersOf(one.shape),
      ]);
    case 'map':
      return membersOf(shape.values);
    case 'list':
      return membersOf(shape.items);
    default:
      return [];
  }
}

/** What the extension writes: names of members of objects, also by a constant, and texts that are arguments. */
function wordsOfClient() {
  const members = new Set<string>();
  const args = new Set<string>();
  const computed = new Set<string>();
  const constants = new Map<string, string>();
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && node.initializer && ts.isStringLiteralLike(node.initializer))
      constants.set(node.name.getText(), node.initializer.text);
    if (ts.isPropertyAssignment(node) && ts.isStringLiteralLike(node.name)) members.add(node.name.text);
    if (ts.isComputedPropertyName(node)) computed.add(node.expression.getText());
    if (ts.isCallExpression(node))
      for (const one of node.arguments) if (ts.isStringLiteralLike(one)) args.add(one.text);
    ts.forEachChild(node, visit);
  };
  for (const path of globSync(['client/src/**/*.ts', 'server/src/protocol.ts'], { cwd: root }))
    visit(ts.createSourceFile(path, readFileSync(join(root, path), 'utf8'), ts.ScriptTarget.Latest, true));
  for (const name of computed) members.add(constants.get(name) ?? '');
  return { members, arguments: args };
}
