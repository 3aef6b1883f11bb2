// The generated parts of the pages about request files, variables and JSON bodies: lists that are in the engine as data.
import { loadEngine } from '../lib/load-engine.mjs';
import { exampleFile, lineOf, placesOf, toolsOf } from './constructs.mjs';
import { table } from './markdown.mjs';

/** Returns the parts by name, and what is wrong with them. */
export async function languageParts({ createEngine, defaultConfiguration }) {
  const { directives } = await loadEngine('packages/language/src/directives');
  const { dynamicVariables } = await loadEngine('packages/request-file/src/syntax/dynamic-variables');
  const { precedence } = await loadEngine('packages/request-file/src/environments/precedence');
  const { bodyFileNames } = await loadEngine('packages/sender/src/configuration/associate-body');
  const { constructs } = await loadEngine('packages/request-file/src/syntax/constructs');
  const { scriptObjects } = await loadEngine('packages/request-file/src/scripts/script-objects');
  const { assertWords } = await loadEngine('packages/request-file/src/syntax/asserts/subjects');
  const { assertOperators } = await loadEngine('packages/request-file/src/syntax/asserts/operators');
  const { assertMeasures } = await loadEngine('packages/request-file/src/syntax/asserts/measures');
  const problems = [];
  const engine = createEngine();
  const { endpoints, defaults } = defaultConfiguration;
  const options = { context: { endpoints, defaults }, severities: {} };
  const lacking = constructs.filter(({ lacks }) => lacks).map((construct) => {
    const file = engine.openFile(exampleFile(construct));
    if (engine.parse(file, 0).unsupported[0]?.kind !== construct.kind)
      problems.push(`\`${construct.example}\` is not read as \`${construct.kind}\``);
    const message =
      engine.check(file, options).findings[0]?.find(({ rule }) => rule === 'unsupported-feature')?.message;
    const isSent = (engine.plan(file, 0, options)?.problems ?? []).length === 0;
    return [lineOf(construct), toolsOf(construct), message, isSent ? 'yes' : 'no'];
  });
  const parts = new Map([
    [
      'directives',
      table(
        ['Directive', 'Value', 'What it does'],
        directives.map(({ name, argument, summary }) => [`\`# @${name}\``, argument, summary]),
      ),
    ],
    [
      'precedence',
      table(
        ['Place', 'Remark'],
        precedence.map(({ place, note }, index) => [`${index + 1}. ${place}`, note]),
      ),
    ],
    [
      'system-variables',
      table(
        ['Variable', 'What it stands for', 'Arguments', 'Example', 'Also in'],
        dynamicVariables.map(({ name, also = [], summary, takes, example, tools }) => [
          [name, ...also].map((one) => `\`{{${one}}}\``).join(', '),
          summary,
          takes,
          `\`{{${example}}}\``,
          tools,
        ]),
      ),
    ],
    [
      'body-file-names',
      table(
        ['File name', 'Request', 'Part of the body'],
        bodyFileNames.map(({ suffix, holds, bareHolds = holds, method, target, at }) => [
          `\`*${suffix}\`${withKeys(holds)}; \`${suffix.slice(1)}\`${withKeys(bareHolds)}`,
          `\`${method} ${target}\``,
          at === '' ? 'all' : `\`${at}\``,
        ]),
      ),
    ],
    [
      'assert-subjects',
      table(
        ['Word', 'What it checks', 'Example'],
        assertWords.map(({ word, summary, example }) => [`\`${word}\``, `${summary}.`, `\`?? ${example}\``]),
      ),
    ],
    [
      'assert-operators',
      table(
        ['Operator', 'The assert holds if the value …', 'Example'],
        assertOperators.map(({ name, aliases, summary, example }) => [
          [name, ...aliases].map((one) => `\`${one}\``).join(', '),
          `${summary}.`,
          `\`?? ${example}\``,
        ]),
      ),
    ],
    [
      'assert-measures',
      table(
        ['Word', 'What it takes', 'Example'],
        assertMeasures.map(({ word, summary, example }) => [`\`${word}\``, `${summary}.`, `\`?? ${example}\``]),
      ),
    ],
    [
      'script-objects',
      table(
        ['Object', 'What it does', 'Where'],
        scriptObjects.map(({ path, call = '', summary, in: only, phase }) => [
          `\`${path}${call}\``,
          summary,
          [only === undefined ? '' : `${only}s`, phase === 'response' ? 'with a response' : ''].filter(Boolean).join(', ') || 'everywhere',
        ]),
      ),
    ],
    [
      'constructs',
      table(
        ['Line', 'What it does', 'Where'],
        constructs
          .filter(({ lacks }) => !lacks)
          .map((construct) => [lineOf(construct), construct.does, placesOf(construct)]),
      ),
    ],
    ['unsupported-constructs', table(['Construct', 'Comes from', 'What is reported', 'Is the rest sent?'], lacking)],
  ]);
  return { parts, problems };
}

function withKeys(keys) {
  if (keys === undefined) return '';
  return `, with ${keys.length === 1 ? '' : 'one of '}${keys.map((key) => `\`${key}\``).join(', ')}`;
}
