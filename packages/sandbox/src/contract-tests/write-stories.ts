import type { Service } from '@rulebook/catalogue/service';
import { resourceModelOf } from '@rulebook/checker/resource-model/resource-model';
import { count } from '@rulebook/text/count';
import type { Step } from './model';
import { successAssert } from './judge';
import { storyOf } from './stories';
import { cleanUpSteps, writeSteps, type Destination } from './write-steps';

/** The stories of a service as a request file for people. */
export interface WrittenStories {
  readonly text: string;
  readonly requests: number;
  /** Which collections have no story, and why; half a sentence each. */
  readonly notes: readonly string[];
}

/** What the steps of a story show, by their names; those about the second item are left out. */
const words = new Map([
  ['created', 'create one'],
  ['read', 'it is there'],
  ['list', 'the list has it'],
  ['change', 'change it'],
  ['read-changed', 'it has changed'],
  ['replace', 'replace it'],
  ['read-replaced', 'it was replaced'],
  ['remove', 'remove it'],
  ['read-removed', 'it is no longer there'],
  ['list-removed', 'the list no longer has it'],
]);

/** Returns a request file in which an item of each collection is created, read, listed, changed and removed, with asserts. */
export function writeStories(service: Service, destination: Destination): WrittenStories {
  const { collections } = resourceModelOf(service);
  const known = new Map(collections.map((one) => [one.itemPath, one]));
  const notes: string[] = [];
  const names = new Set<string>();
  const steps = collections.flatMap((of, index) => {
    const found = storyOf(of, known, 10 * (index + 1));
    if ('cause' in found) {
      notes.push(`${of.path} has no story: ${found.cause}`);
      return [];
    }
    const own = found.story.steps.filter(({ name }) => words.has(name) || name.startsWith('created'));
    const prefix = freeName(of.name, names);
    const titled = [...own, ...cleanUpSteps(own)].map((step) => ({ ...step, title: titleOf(step, of.name) }));
    return renamed(titled, prefix);
  });
  const title = `The life of what ${service.title} has: ${count(steps.length, 'request')}.`;
  return { notes, requests: steps.length, text: writeSteps(steps, destination, assertsOf, [title]) };
}

function freeName(word: string, taken: Set<string>): string {
  const base = word.replace(/[^\w-]/g, '') || 'items';
  for (let number = 1; ; number++) {
    const name = number === 1 ? base : `${base}${number}`;
    if (taken.has(name)) continue;
    taken.add(name);
    return name;
  }
}

function titleOf({ name, title, makes, removes }: Step, collection: string): string {
  const shown = words.get(name);
  if (shown !== undefined) return `${collection}: ${shown}`;
  if (makes !== undefined) return `${collection}: first create one of ${makes.collection.name}`;
  return removes === undefined ? title : `${collection}: remove what was created for it`;
}

function assertsOf({ operation, expects, checks }: Step): readonly string[] {
  const status = expects === 'absent' ? 'status == 404' : successAssert(operation, 500);
  return [status, ...checks.map(({ assert }) => assert)];
}

/** Returns the steps with short names that no other story has. */
function renamed(steps: readonly Step[], prefix: string): readonly Step[] {
  const names = new Map<string, string>();
  const taken = new Set(steps.map(({ name }) => `${prefix}-${name}`));
  for (const { name, makes } of steps) {
    // What is created first is called as what it is.
    const short = `${prefix}-${makes?.collection.name.replace(/[^\w-]/g, '') ?? ''}`;
    const isShort = makes !== undefined && name !== 'created' && !taken.has(short) && short !== `${prefix}-`;
    names.set(name, isShort ? short : `${prefix}-${name}`);
    if (isShort) taken.add(short);
  }
  const inText = (text: string): string =>
    text.replace(/\{\{([^{}.]+)\.response\./g, (_, name: string) => `{{${names.get(name) ?? name}.response.`);
  return steps.map((step) => ({
    ...step,
    name: names.get(step.name) ?? step.name,
    path: inText(step.path),
    ...(step.ids !== undefined && { ids: step.ids.map((id) => ({ ...id, text: inText(id.text) })) }),
    query: step.query.map(([name, text]) => [name, inText(text)] as const),
    checks: step.checks.map((check) => ({ ...check, assert: inText(check.assert) })),
  }));
}
