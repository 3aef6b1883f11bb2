import { partsOfText } from '../text-of-block';
import { perObject } from '@rulebook/text/structures/memo';
import type { BlockText } from '../model';
import { readSharedField, type SharedField } from '../shared-fields';
import { isNop, isSharedTitle } from './shared-block';

const nothing: readonly SharedField[] = [];

/** Returns the header fields of a shared block of Kulala, which are added to all requests of its file: those below its line `NOP`. */
export function fieldsOfSharedBlock(block: BlockText): readonly SharedField[] {
  // Of all other blocks, nothing is remembered.
  const first = block.isProse ? '' : firstLineOf(block);
  return first.startsWith('###') && isSharedTitle(first.slice(3).trim()) ? fieldsBelowTitle(block) : nothing;
}

const fieldsBelowTitle = perObject((block: BlockText): readonly SharedField[] => {
  const lines = block.text.split(/\r?\n/).slice(1);
  const start = lines.findIndex((line) => isNop(line));
  if (start < 0) return nothing;
  const fields: SharedField[] = [];
  for (const line of lines.slice(start + 1)) {
    if (/^\s*(?:#|\/\/)/.test(line)) continue;
    const field = readSharedField(line);
    if (line.trim() === '' || typeof field === 'string') break;
    fields.push(field);
  }
  return fields;
});

/** Returns the first line; looks into nothing else of a large block. */
function firstLineOf(block: BlockText): string {
  const text = partsOfText(block);
  const end = text.indexOf('\n', 0);
  return text.slice(0, end < 0 ? text.length : end);
}
