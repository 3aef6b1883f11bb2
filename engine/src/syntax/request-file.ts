import type { LinePosition } from '../text/lines';
import type { BlockText, BodyAssociation } from './model';

/** A request file as its blocks. Values are never changed; an edit gives a new file that shares all untouched blocks. */
export interface RequestFile {
  readonly blocks: readonly BlockText[];
  /** The line on which each block starts. */
  readonly startLines: readonly number[];
  /** Set for a JSON file, which is one block. */
  readonly association?: BodyAssociation;
}

/** A replacement of a range of lines and columns, as the protocol sends it. */
export interface FileEdit {
  readonly start: LinePosition;
  readonly end: LinePosition;
  readonly newText: string;
}
