import { utf8Text, type FileContent } from '@rulebook/node/files/files';

/** Reads standard input to its end, as text. */
export async function readInput(): Promise<FileContent> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return utf8Text(Buffer.concat(chunks));
}
