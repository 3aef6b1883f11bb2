// `npm run new KIND …`: writes the files with which a task of CONTRIBUTING.md begins, and prints what is left to do and which tests to run.
//   rule NAME                          a rule about requests, with its examples; then `npm run rules`
//   field SERVICE/FILE.OBJECT NAME     a member of a documented object, in the facts of its service
//   construct NAME                     a line of another tool in request files that is reported and not carried out
//   option COMMAND NAME                an option of a command, with a test that fails until it does something
//   --no-generate                      of a rule: only the lists of rules, without findings and pages
// What is written can be compiled. It says `REPLACE` where only a person knows the words.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import { parseArgs } from 'node:util';
import { globSync } from 'tinyglobby';
import ts from 'typescript';
import { registry } from './docs/registry.mjs';
import { constantOf, firstVersion, ruleFiles, rulesFolder } from './lib/rule-files.mjs';

const root = join(import.meta.dirname, '..');
const kinds = { rule: [newRule, 1], field: [newField, 2], construct: [newConstruct, 1], option: [newOption, 2] };
const usage = `Usage: npm run new rule NAME
       npm run new field SERVICE/FILE.OBJECT NAME
       npm run new construct NAME
       npm run new option COMMAND NAME`;

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'no-generate': { type: 'boolean' } },
  });
  const [kind = '', ...names] = positionals;
  const [write, count] = Object.hasOwn(kinds, kind) ? kinds[kind] : [];
  if (write === undefined || names.length !== count) throw new Error(usage);
  const { written, next, tests } = write(...names, values['no-generate'] !== true);
  console.log(`Written:\n${lines(written)}\n\nNext:\n${lines(next)}\n\nThen run:\n${lines(tests)}`);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

function newRule(name, generates) {
  refuseName(name, /^[a-z]+(?:-[a-z]+)+$/, 'an id of a rule such as needless-port: an adjective and a noun');
  if (ruleFiles(root).has(name)) throw new Error(`There is a rule ${name} already.`);
  const source = `${rulesFolder}/${name}.ts`;
  const examples = `test/rules/${name}/examples.http`;
  write(source, ruleSource(name, JSON.parse(read('package.json')).version));
  write(examples, `#= reported\nGET http://localhost/${name}\n\n#= not reported\nGET http://localhost/other\n`);
  for (const [path, text] of registry(root)) write(path, text, true);
  if (generates) run('tools/rules.mjs');
  return {
    written: [source, examples, ...(generates ? [`docs/rules/${name}.md and what \`git status\` lists`] : [])],
    next: [
      `Say in ${source} what is reported, why, and what to do; it now reports the word \`${name}\` in a path.`,
      `Show it in ${examples}, and write further cases into valid.http and invalid.http there.`,
      'docs/contributing/recipes/rule.md says more: rules about values, and over the requests of a file.',
      `Describe it in changes/${name}.md.`,
    ],
    tests: ['npx tsc -b', 'npm run rules', `npx vitest run test/rules test/architecture`],
  };
}

function ruleSource(id, version) {
  return `import { hasRequestLine } from './support/bound-values';
import type { BlockRule } from './rule';
import { code } from './support/wording';

/** Reports REPLACE. */
export const ${constantOf(id)}: BlockRule = {
  id: '${id}',
  scope: 'block',
  category: 'file-syntax',
  severity: 'warning',
${version === firstVersion ? '' : `  since: '${version}',\n`}  docs: {
    what: 'Reports REPLACE.',
    why: 'REPLACE: what happens to a request with it.',
    remedy: 'REPLACE: what to write.',
  },
  request(binding, report) {
    if (!hasRequestLine(binding)) return;
    const found = binding.request.target.segments.find(({ text }) => text === '${id}');
    if (found === undefined) return;
    report({
      message: \`REPLACE: \${code(found.text)} says what is wrong. Say what to do.\`,
      span: found.span,
      provenance: { kind: 'syntax' },
    });
  },
};
`;
}

function newField(place, name) {
  const [, service = '', file = '', object = ''] = /^([\w-]+)\/(?:.*\/)?([\w-]+)\.(\w+)$/.exec(place) ?? [];
  if (object === '')
    throw new Error(`${place} is not a place such as code-hosting/hook-config.createConfig.\n${usage}`);
  refuseName(name, /^[\w.@-]+$/, 'a name of a field');
  const folder = `services/${service}/facts`;
  if (!existsSync(join(root, folder))) throw new Error(`There is no folder ${folder}.`);
  const found = globSync(`${folder}/**/${file}.ts`, { cwd: root }).map((path) => path.replaceAll('\\', '/'));
  const [path] = found;
  if (path === undefined) throw new Error(`There is no ${file}.ts in ${folder}.`);
  const text = read(path);
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const constants = source.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) =>
      declarationList.declarations.map((one) => /** @type {const} */ ([one.name.getText(), one])),
    );
  const lists = new Map(constants.flatMap(([name, one]) => (listOf(one) === undefined ? [] : [[name, listOf(one)]])));
  const list = lists.get(object);
  if (list === undefined) {
    const names = [...lists.keys()];
    throw new Error(
      `${path} has no object \`${object}\` with a list of fields. It has: ${names.join(', ') || 'none'}.`,
    );
  }
  if (list.elements.some((element) => nameOfField(element, new Map(constants)) === `'${name}'`))
    throw new Error(`\`${object}\` in ${path} has a field \`${name}\` already.`);
  const last = list.elements.at(-1);
  const end = last === undefined ? list.getStart() + 1 : last.getEnd();
  const [, blank = '', before = ''] = /([ \t]*)([^\n]*)$/.exec(text.slice(0, end)) ?? [];
  const isOnItsLine = last !== undefined && /(?:^|\n)[ \t]*$/.test(text.slice(0, last.getStart()));
  const indent = isOnItsLine ? /[ \t]*$/.exec(text.slice(0, last.getStart()))?.[0] : `${before === '' ? '' : blank}  `;
  const provenances = list.elements.map((entry) => provenanceOf(entry));
  const provenance = provenances.findLast((one) => one !== undefined) ?? 'provenance';
  const entry = [
    '{',
    `  name: '${name}',`,
    `  summary: 'REPLACE: what ${name} is, in a sentence.',`,
    `  ${provenance === 'provenance' ? 'provenance' : `provenance: ${provenance}`},`,
    "  shape: { type: 'string' },",
    '},',
  ].map((line) => `\n${indent}${line}`);
  write(
    path,
    `${text.slice(0, end)}${last === undefined ? '' : ','}${entry.join('')}${text.slice(end).replace(/^,/, '')}`,
    true,
  );
  const tests = { 'search-cluster': 'test/sandbox/cluster', 'code-hosting': 'test/sandbox/host' }[service];
  return {
    written: [`${path}: \`${name}\` at the end of the fields of \`${object}\``],
    next: [
      'Say in `summary` what the document says, without name and type; give `shape` its type, values and limits.',
      `\`provenance\` is that of its neighbour: name the section of the document that says it, or a reference (${folder}/source-document.ts).`,
      'A list that is a function belongs to several objects; docs/contributing/recipes/field.md says how one of them gets a field.',
      'Use the field in a fixture of test/rules/, to see it checked.',
    ],
    tests: ['npx tsc -b', 'npm run rules', `npx vitest run test/rules test/unit/catalogue${tests ? ` ${tests}` : ''}`],
  };
}

/**
 * Returns the list of fields that a constant is, has, or returns.
 * @param {ts.VariableDeclaration} constant
 */
function listOf({ type, initializer }) {
  const isTyped = /Field\[\]$/.test(type?.getText() ?? '');
  return isTyped && initializer !== undefined && ts.isArrayLiteralExpression(initializer)
    ? initializer
    : listIn(initializer);
}

/** Returns the name of a field in the source, also of one that is a constant of the file, or is made of one. */
function nameOfField(element, constants) {
  if (isMade(element)) return element.arguments[0]?.getText();
  if (ts.isObjectLiteralExpression(element)) {
    const own = textOfMember(element, 'name');
    const [spread] = element.properties.filter(ts.isSpreadAssignment);
    return own ?? (spread && nameOfField(spread.expression, constants));
  }
  const declared = ts.isIdentifier(element) ? constants.get(element.text)?.initializer : undefined;
  return declared === undefined ? undefined : nameOfField(declared, constants);
}

/** Returns whether a field is made of its name, shape, summary and provenance. */
function isMade(node) {
  return ts.isCallExpression(node) && node.expression.getText() === 'field';
}

/** The fields of an object, or a list of fields itself; also what a function returns. */
function listIn(node) {
  if (node === undefined) return undefined;
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isParenthesizedExpression(node))
    return listIn(node.expression);
  if (ts.isArrowFunction(node)) return ts.isBlock(node.body) ? undefined : listIn(node.body);
  if (ts.isArrayLiteralExpression(node)) {
    const isOfFields = node.elements.some(
      (one) => isMade(one) || (ts.isObjectLiteralExpression(one) && textOfMember(one, 'shape') !== undefined),
    );
    return isOfFields ? node : undefined;
  }
  if (!ts.isObjectLiteralExpression(node)) return undefined;
  const fields = memberOf(node, 'fields');
  return fields !== undefined && ts.isArrayLiteralExpression(fields) ? fields : undefined;
}

function memberOf(object, name) {
  return object.properties.find((one) => ts.isPropertyAssignment(one) && one.name.getText() === name)?.initializer;
}

function textOfMember(object, name) {
  const isShort = object.properties.some((one) => ts.isShorthandPropertyAssignment(one) && one.name.getText() === name);
  return isShort ? name : memberOf(object, name)?.getText();
}

/** Only a name or a short call can be repeated as it is. */
function provenanceOf(entry) {
  const text = isMade(entry)
    ? entry.arguments[3]?.getText()
    : ts.isObjectLiteralExpression(entry)
      ? textOfMember(entry, 'provenance')
      : undefined;
  return text !== undefined && !text.includes('\n') ? text : undefined;
}

function newConstruct(name) {
  refuseName(name, /^[a-z]+(?:-[a-z]+)*$/, 'a name of a construct such as include');
  const table = 'packages/request-file/src/syntax/constructs.ts';
  const fixture = 'test/rules/unsupported-feature/invalid.http';
  if (read(table).includes(`kind: '${name}'`)) throw new Error(`There is a construct ${name} already.`);
  edit(table, /(?=^\] as const satisfies readonly ConstructRow\[\];$)/m, constructRow(name));
  write(
    fixture,
    `${read(fixture).trimEnd()}\n\n###\n${name} ./other\nGET /_security/api_key\nAuthorization: ApiKey {{key}}\n`,
    true,
  );
  return {
    written: [`${table}: the row \`${name}\``, fixture],
    next: [
      `Say in the row how the line really looks and where it may be, what it does, and which tools have it; nothing else knows of it.`,
      `${fixture} has it above a request: add the other places where it may be, and a line that only looks like it to valid.http.`,
      'docs/contributing/recipes/construct.md explains the members of a row, and says more of a construct that is carried out.',
      `Describe it in changes/${name}.md.`,
    ],
    tests: [
      'npx tsc -b',
      'UPDATE=1 npx vitest run test/rules/fixtures.test.ts -t unsupported-feature',
      'npm run build && npm run docs',
      'npx vitest run test/rules test/unit/syntax packages/request-file test/grammar test/architecture',
    ],
  };
}

function constructRow(name) {
  return `  {
    kind: '${name}',
    starts: ['${name}'],
    begins: /^${name}(?=[ \\t]+\\S)/,
    where: ['above'],
    does: 'REPLACE: what it does, in a sentence.',
    lacks: { does: 'read', what: 'REPLACE: the line \`${name}\`' },
    from: { httpyac: 'REPLACE: how it is written there' },
    colour: ['keyword.control.import', 'string.unquoted.path'],
    example: '${name} ./other',
  },
`;
}

function newOption(command, name) {
  refuseName(name, /^[a-z]+(?:-[a-z]+)*$/, 'a name of an option such as brief, without --');
  const adds = `cli/src/commands/add-${command}.ts`;
  if (!existsSync(join(root, adds))) {
    const names = globSync('cli/src/commands/add-*.ts', { cwd: root }).map((path) => basename(path).slice(4, -3));
    throw new Error(`There is no command ${command}. There are: ${names.sort().join(', ')}.`);
  }
  const text = read(adds);
  if (new RegExp(`'(?:-\\w, )?--${name}\\b`).test(text))
    throw new Error(`\`${command}\` has the option --${name} already.`);
  const [, type, from] = /import type \{ (\w*Options) \} from '(\.[^']+)'/.exec(text) ?? [];
  if (type === undefined) throw new Error(`There is no type of options in ${adds}; add the option by hand.`);
  const declared = `${posix.join(dirname(adds), from)}.ts`;
  const member = constantOf(name);
  edit(adds, /\n( {4})\.addHelpText\(/, `\n$1.option('--${name}', 'REPLACE: what it does')\n$1.addHelpText(`);
  edit(declared, new RegExp(`(export interface ${type}\\b[^{]*\\{\\n)`), `$1  readonly ${member}?: boolean;\n`);
  const test = `test/cli/new-options/${command}-${name}.test.ts`;
  write(test, optionTest(command, name));
  return {
    written: [`${adds}: the option`, `${declared}: \`${member}\` of \`${type}\``, test],
    next: [
      `Describe the option in ${adds} by a noun phrase or an imperative, and read \`${member}\` where the command does its work.`,
      `Try in ${test} what it changes, and move the file next to the tests of the command.`,
      'docs/contributing/recipes/command.md says more.',
    ],
    tests: ['npx tsc -b', 'npm run build && npm run docs', `npx vitest run ${test} test/docs/names.test.ts`],
  };
}

function optionTest(command, name) {
  return `import { expect, it } from 'vitest';
import { commandLine } from '../command-line';

it('knows --${name} of \`${command}\`', async () => {
  const { code, out } = await commandLine(['${command}', '--help']);
  expect(out).toContain('--${name}');
  expect(code).toBe(0);
});

it('does with --${name} what its help says', () => {
  expect.fail('REPLACE: try what \`${command} --${name}\` changes.');
});
`;
}

function refuseName(name, form, what) {
  if (!form.test(name)) throw new Error(`${name} is not ${what}.`);
}

function read(path) {
  return readFileSync(join(root, path), 'utf8');
}

function write(path, text, replaces = false) {
  if (!replaces && existsSync(join(root, path))) throw new Error(`There is a file ${path} already.`);
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** Changes a file at a place that must be there. */
function edit(path, place, replacement) {
  const text = read(path);
  if (!place.test(text))
    throw new Error(`${path} does not look as expected; follow docs/contributing/recipes/ by hand.`);
  write(path, text.replace(place, replacement), true);
}

function run(script) {
  const { status } = spawnSync(process.execPath, [script], { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error(`${script} failed; the files are written. Run it again after a correction.`);
}

function lines(list) {
  return list.map((one) => `  ${one}`).join('\n');
}
