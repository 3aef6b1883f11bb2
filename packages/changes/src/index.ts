// What the faces import.

export type { Change, ChangeLevel, ChangePlace, ConcernedLine, Mend } from './model';
