import type { BodyFile } from '../../../packages/sender/src/plan/index';

/** Returns one file that a body includes. */
export function bodyFiles(path: string, text: string): ReadonlyMap<string, BodyFile> {
  return new Map([[path, { bytes: Buffer.from(text), text: () => text }]]);
}
