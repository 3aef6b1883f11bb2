import type { BodyPiece, RequestPlan, Segment } from './plan';

/** A message as it is planned; without pieces, the last step only waits. */
interface PlannedStep {
  readonly waits: number;
  readonly pieces: readonly BodyPiece[];
}

/**
 * Returns the messages of a body. A line `===` is between two messages; `=== wait-for-server` also waits for a message of the server. Only the
 * text of the file separates messages, never the value of a variable.
 */
export function stepsOf(body: RequestPlan['body']): readonly PlannedStep[] {
  const steps: PlannedStep[] = [];
  let lines: Line[] = [];
  let waits = 0;
  const endMessage = () => {
    const pieces = piecesOfLines(lines);
    lines = [];
    if (pieces.length === 0) return;
    steps.push({ waits, pieces });
    waits = 0;
  };
  for (const line of linesOfBody(body)) {
    const [only = ''] = line;
    const mark = line.length < 2 && typeof only === 'string' ? only.trimEnd() : '';
    const isWait = /^===[ \t]*wait-for-server$/.test(mark);
    if (mark !== '===' && !isWait) {
      lines.push(line);
      continue;
    }
    endMessage();
    if (isWait) waits++;
  }
  endMessage();
  return waits > 0 ? [...steps, { waits, pieces: [] }] : steps;
}

type FilePiece = Extract<BodyPiece, { readonly kind: 'file' }>;
/** A line of text, without its end, or a file in its place. */
type Line = readonly (Segment | FilePiece)[];

function linesOfBody(body: RequestPlan['body']): readonly Line[] {
  const lines: (Segment | FilePiece)[][] = [[]];
  for (const piece of piecesOfBody(body)) {
    for (const segment of piece.kind === 'text' ? piece.segments : [piece]) {
      const [first, ...further] = typeof segment === 'string' ? segment.split('\n') : [segment];
      if (first !== undefined && first !== '') lines.at(-1)?.push(first);
      for (const text of further) lines.push(text === '' ? [] : [text]);
    }
  }
  return lines;
}

function piecesOfBody(body: RequestPlan['body']): readonly BodyPiece[] {
  if (body === undefined) return [];
  if (body.kind === 'pieces') return body.pieces;
  return body.kind === 'text' ? [{ kind: 'text', segments: body.segments }] : [body];
}

/** Returns the lines as pieces, without the blank ones around them. */
function piecesOfLines(lines: readonly Line[]): readonly BodyPiece[] {
  const isVisible = (line: Line) => line.some((part) => typeof part !== 'string' || part.trim() !== '');
  const first = lines.findIndex(isVisible);
  if (first < 0) return [];
  const last = lines.findLastIndex(isVisible);
  const parts = lines.slice(first, last + 1).flatMap((line, index) => (index === 0 ? line : ['\n', ...line]));
  return parts.map((part) => (typeof part === 'object' && 'kind' in part ? part : { kind: 'text', segments: [part] }));
}
