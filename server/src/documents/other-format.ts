import { otherFormatNames } from '../protocol';

/** A format of documents that hold no requests of their own, and are checked. */
export type OtherFormat = 'arazzo' | 'overlay';

/** Returns the format of a document that holds no requests of its own and is checked, by its name. */
export function otherFormatOf(uri: string): OtherFormat | undefined {
  const [, format] = otherFormatNames.exec(uri) ?? [];
  return format === undefined ? undefined : /arazzo/i.test(format) ? 'arazzo' : 'overlay';
}
