import list from '../.generated/examples.json';
import type { Shared } from './link';

/** A file to begin with. */
export interface Example extends Shared {
  readonly id: string;
  readonly group: string;
  readonly title: string;
}

/** All examples, in the order in which they are listed. */
export const examples: readonly Example[] = list;

/** Returns an example by what a link names it by. */
export function findExample(id: string): Example | undefined {
  return examples.find((example) => example.id === id);
}

/** What is open at first: the file that shows mistakes. */
export const firstExample: Shared = findExample('broken') ?? { text: '' };
