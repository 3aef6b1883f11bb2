import { readRecording, type Recording } from '@rulebook/sandbox';
import { count } from '@rulebook/text';
import { readText } from '../files/files';

/** In bytes. */
const longest = 200_000_000;

/** A recording, and what is left out of it in lines for people. */
interface ReadReplay {
  readonly recording: Recording;
  readonly remarks: readonly string[];
}

/** Reads the recording of a file. Rejects with a sentence for the user, which says nothing of what was recorded. */
export function readReplay(path: string): Promise<ReadReplay> {
  const content = readText(path, longest);
  if ('cause' in content) return Promise.reject(new Error(`${path} cannot be read: ${content.cause}`));
  const recording = readRecording(content.text);
  if ('cause' in recording) return Promise.reject(new Error(`${path} cannot be replayed. ${recording.cause}`));
  const { exchanges, leftOut } = recording;
  const rest =
    leftOut === 0 ? '' : `; ${count(leftOut, 'entry', 'entries')} without a response that can be given again left out`;
  return Promise.resolve({
    recording,
    remarks: [
      `${count(exchanges.length, 'recorded response')} of ${path} ${exchanges.length === 1 ? 'comes' : 'come'} first${rest}.`,
    ],
  });
}
