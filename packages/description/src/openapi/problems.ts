import type { DescriptionProblem } from '../compiled';
import { pointerOf, type Place } from './place';

/** More problems are counted, not listed. */
const maxProblems = 1_000;

/** Returns the end of a sentence about one place of several. */
function furtherPlaces(count: number): string {
  return count > 1 ? ` (here and in ${count - 1} further ${count === 2 ? 'place' : 'places'})` : '';
}

/** The problems of a description, each of them once, and not too many. */
export class ProblemList {
  readonly #problems: DescriptionProblem[] = [];
  readonly #known = new Set<string>();
  readonly #summaries = new Map<string, { readonly at: Place; count: number }>();
  #further = 0;

  /** The description contradicts its format. */
  error(message: string, at: Place): void {
    this.#add('error', message, at);
  }

  /** A reader may be surprised. */
  warning(message: string, at: Place): void {
    this.#add('warning', message, at);
  }

  /** What a place refers to cannot be read. */
  unread(severity: 'error' | 'warning', message: string, at: Place): void {
    this.#add(severity, message, at, true);
  }

  /** The part is valid, and not checked. */
  information(message: string, at: Place): void {
    this.#add('information', message, at);
  }

  /** As `information`, but of all places with the message only the first is listed, and the others are counted. The message has no full stop. */
  summary(message: string, at: Place): void {
    const known = this.#summaries.get(message);
    if (known) known.count++;
    else this.#summaries.set(message, { at, count: 1 });
  }

  /** Returns what was found, the worst first. */
  finish(): readonly DescriptionProblem[] {
    for (const [message, { at, count }] of this.#summaries) this.information(`${message}${furtherPlaces(count)}.`, at);
    const order = ['error', 'warning', 'information'];
    const sorted = this.#problems.sort((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity));
    if (this.#further === 0) return sorted;
    const message = `${this.#further} further problems are not listed.`;
    return [...sorted, { severity: 'information', message, pointer: '#' }];
  }

  #add(severity: DescriptionProblem['severity'], message: string, at: Place, isUnread = false): void {
    const pointer = pointerOf(at);
    const key = `${at.file}\n${pointer}\n${message}`;
    if (this.#known.has(key)) return;
    if (this.#problems.length >= maxProblems) {
      this.#further++;
      return;
    }
    this.#known.add(key);
    const file = at.file === '' ? {} : { file: at.file };
    this.#problems.push({ severity, message, ...file, pointer, ...(isUnread && { isUnread }) });
  }
}
