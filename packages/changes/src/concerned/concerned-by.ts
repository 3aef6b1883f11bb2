import { indexOfChanges } from './change-index';
import { concernedInFile } from './concerned-in-file';
import { concernedInRecording } from './concerned-in-recording';
import type { Concerned, ConcernedFile, ConcernedParts, ConcernedRecording } from './model';

/** Returns which lines of files changes concern. */
export function concernedBy(parts: ConcernedParts, files: Iterable<ConcernedFile | ConcernedRecording>): Concerned {
  const index = indexOfChanges(parts.changes);
  let requests = 0;
  let concerned = 0;
  const lines: Concerned['lines'][number][] = [];
  for (const file of files) {
    const found = 'file' in file ? concernedInFile(parts, index, file) : concernedInRecording(parts, index, file);
    requests += found.requests;
    concerned += found.concerned;
    lines.push(...found.lines);
  }
  return { requests, concerned, lines };
}
