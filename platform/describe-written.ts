import { count, visibleLine } from '../engine/src/text/index';

/** A file that a response was written to. */
export interface WrittenFile {
  readonly path: string;
  /** In bytes. */
  readonly size: number;
}

/** Says what was written, with the path as the user shall read it. */
export function describeWritten({ size }: WrittenFile, shown: string): string {
  return `The body was written to ${visibleLine(shown)}: ${count(size, 'byte')}.`;
}
