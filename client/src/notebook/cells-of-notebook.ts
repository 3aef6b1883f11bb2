import type { CellSource, FileCell } from '@rulebook/request-file/cells';

/** What a notebook keeps of its file. */
export interface FileMetadata {
  /** By which its cells know it. */
  readonly file: string;
  /** The file begins with a byte order mark. */
  readonly hasMark: boolean;
}

/** What a cell keeps of its file. */
export interface CellMetadata {
  readonly file: string;
  readonly kind: FileCell['kind'];
  readonly source: CellSource;
}

/** A cell as the editor has it. */
export interface EditorCell {
  /** 1 for Markdown, 2 for code: `NotebookCellKind`. */
  readonly kind: number;
  readonly text: string;
  readonly metadata: Readonly<Record<string, unknown>> | undefined;
}

const markup = 1;

/** Returns the cells of a notebook as parts of its file. A cell that was copied from another notebook, or is of another kind now, is new. */
export function cellsOf(
  cells: readonly EditorCell[],
  metadata: Readonly<Record<string, unknown>> | undefined,
): readonly FileCell[] {
  const { file } = (metadata?.['rulebook'] ?? {}) as Partial<FileMetadata>;
  return cells.map(({ kind: given, text, metadata: own }) => {
    const kind = given === markup ? 'prose' : 'requests';
    const kept = own?.['rulebook'] as CellMetadata | undefined;
    const isOwn = kept !== undefined && kept.file === file && kept.kind === kind;
    return { kind, text, ...(isOwn && { source: kept.source }) };
  });
}
