import type { BodyAssociation } from '@rulebook/request-file/syntax';
import type { ReportedFile, ReportedFinding } from '@rulebook/sender/report';
import type { CheckCommandOptions } from '../check-session';
import type { InputChecker } from '../check-inputs';
import { divertErrors } from '../../exit-codes';

/** What a thread is started with. */
export interface ThreadTask {
  readonly options: CheckCommandOptions;
  readonly showsSource: boolean;
  readonly files: SharedFiles;
}

/** The files that threads share: each takes the next few when it has checked those before. */
export interface SharedFiles {
  readonly paths: readonly string[];
  readonly named: ReadonlySet<string>;
  /** So many are taken at once. */
  readonly atOnce: number;
  /** The index of the first one that no thread has taken; shared memory. */
  readonly next: Int32Array;
}

/** What was found in a file, as it goes from thread to thread. */
export interface SharedResult {
  readonly index: number;
  readonly files: readonly (Omit<ReportedFile, 'findings' | 'lineAt'> & {
    readonly findings: readonly ReportedFinding[];
    readonly showsLines: boolean;
  })[];
  readonly complaints: readonly string[];
  readonly tried: readonly number[];
  /** What it would have written to standard error. */
  readonly said: readonly string[];
  /** The JSON files that it takes as bodies. */
  readonly bodies: readonly Body[];
}

/** A JSON file, and the request that takes it. */
export type Body = readonly [path: string, association: BodyAssociation];

/** Keeps the bodies in the order in which they are found. */
export class FoundBodies extends Map<string, BodyAssociation> {
  #found: Body[] = [];

  override set(path: string, association: BodyAssociation): this {
    this.#found.push([path, association]);
    return super.set(path, association);
  }

  /** Holds these instead of all others. */
  replace(bodies: readonly Body[]): void {
    this.clear();
    for (const [path, association] of bodies) super.set(path, association);
  }

  /** Returns those that were found since the last call. */
  take(): readonly Body[] {
    const found = this.#found;
    this.#found = [];
    return found;
  }
}

/** Takes the next files and checks them; undefined when all are taken. */
export async function checkNext(
  { paths, named, atOnce, next }: SharedFiles,
  checker: InputChecker,
  bodies: FoundBodies,
): Promise<readonly SharedResult[] | undefined> {
  const first = Atomics.add(next, 0, atOnce);
  if (first >= paths.length) return undefined;
  const results: SharedResult[] = [];
  for (const [offset, path] of paths.slice(first, first + atOnce).entries()) {
    const said: string[] = [];
    const restore = divertErrors((text) => said.push(text));
    try {
      const { files, complaints, tried } = await checker.check(path, named.has(path));
      const whole = files.map(({ findings, lineAt, ...file }) => ({
        ...file,
        findings: [...findings],
        showsLines: lineAt !== undefined,
      }));
      results.push({
        ...{ index: first + offset, files: whole, complaints, said },
        // Filled in by the findings.
        tried: tried ?? [],
        bodies: bodies.take(),
      });
    } finally {
      restore();
    }
  }
  return results;
}
