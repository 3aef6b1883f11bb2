import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rules } from '../../packages/services/src/rules';
import { splitExamples, type Section } from '../../tools/lib/rule-examples.mjs';
import { readFixture } from './annotations';

/** The examples of a rule as whole request files. */
export interface RuleExamples {
  readonly id: string;
  readonly reported: readonly string[];
  readonly notReported: readonly string[];
}

/** Returns the path of a rule's examples. */
export function examplesPath(id: string): string {
  return join(import.meta.dirname, id, 'examples.http');
}

function examplesOf(id: string): RuleExamples {
  const path = examplesPath(id);
  const sections = existsSync(path) ? splitExamples(readFileSync(path, 'utf8')) : [];
  return {
    id,
    reported: sections.filter(({ kind }) => kind === 'reported').map(textOfExample),
    notReported: sections.filter(({ kind }) => kind === 'not reported').map(textOfExample),
  };
}

/** Returns the example without its annotations. */
export function textOfExample({ text, hasLineEnd }: Section): string {
  const plain = readFixture(text).text;
  return hasLineEnd ? plain : plain.replace(/\n$/, '');
}

/** The examples of all rules. */
export const allExamples: readonly RuleExamples[] = rules.map(({ id }) => examplesOf(id));

/** All of them as request files. */
export const exampleTexts: readonly string[] = allExamples.flatMap(({ reported, notReported }) => [
  ...notReported,
  ...reported,
]);
