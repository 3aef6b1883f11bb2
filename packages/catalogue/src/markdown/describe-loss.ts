import type { LostThing, Loss, Operation } from '../operation';
import { perObject } from '@rulebook/text/structures/memo';
import { plainLine } from './foreign-markdown';

/** What stands for the names in the sentence about a loss. */
interface LossNames {
  /** Returns what `{what}` stands for. */
  readonly what: (thing: LostThing) => string;
  /** Returns the value of a path parameter; undefined where there is none. */
  readonly parameter: (name: string) => string | undefined;
}

/** Returns the sentence about a loss. Without names, it holds for the operation as such, whose path parameters stay as they are. */
export function describeLoss({ message, what: thing }: Loss, names: LossNames = unnamed): string {
  return message.replace(/\{(\w+)\}/g, (written, name: string) =>
    name === 'what' && thing !== undefined ? names.what(thing) : (names.parameter(name) ?? written),
  );
}

const unnamed: LossNames = { what: ({ one }) => one, parameter: () => undefined };

/** Verbs that an operation's title begins with when it destroys something, as a sentence has them. */
const verbs: Readonly<Record<string, string>> = {
  delete: 'Deletes',
  remove: 'Removes',
  destroy: 'Destroys',
  purge: 'Purges',
  revoke: 'Revokes',
  invalidate: 'Invalidates',
  unfollow: 'Unfollows',
  unregister: 'Unregisters',
  drop: 'Drops',
  wipe: 'Wipes',
};

/**
 * Returns what an operation destroys as far as only its title says it; undefined when it says nothing of the kind. The method `DELETE`
 * destroys something whatever the title is.
 */
export function lossInTitle(operation: Pick<Operation, 'title'>, method: string): string | undefined {
  const { line, loss } = readTitle(operation);
  return loss ?? (method === 'DELETE' ? `Deletes something: the operation is called “${line}”` : undefined);
}

const readTitle = perObject(({ title }: Pick<Operation, 'title'>) => {
  const line = plainLine(title, longestTitle).replace(/\.$/, '');
  const [, word = '', rest = ''] = /^(\w+)(.*)$/s.exec(line) ?? [];
  const lower = word.toLowerCase();
  const verb = verbs[lower] ?? Object.values(verbs).find((one) => one.toLowerCase() === lower);
  return { line, loss: verb === undefined || rest === '' ? undefined : `${verb}${rest}` };
});

const longestTitle = 160;
