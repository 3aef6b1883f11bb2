// What the faces import.

export type { Change, ChangeLevel, ChangePlace, ConcernedLine, Repair } from './model';
export { concernedBy } from './concerned/concerned-by';
export type { Concerned, ConcernedEntry, ConcernedFile, ConcernedParts, ConcernedRecording } from './concerned/model';
export { repairText } from './concerned/repair-text';
export { concernedText } from './report/concerned-text';
export { concernedMarkdown } from './report/concerned-markdown';
export { concernedFiles, concernedJson } from './report/concerned-report';
export { compareSurfaces, type CompareOptions } from './compare/compare-surfaces';
export { readSurface, type DescriptionSource } from './surface/read-description';
export { createTreeReader, type ReadTree } from './surface/read-trees';
export type { Surface } from './surface/surface';
export { createSchemaComparison } from './compare/compare-schemas';
export { surfaceOfService, type ServiceTarget } from './surface/read-service';
export { changesBetween } from './compare/changes-between';
export { changesText } from './report/changes-text';
export { changesMarkdown } from './report/changes-markdown';
export { changesJson, type ChangesData } from './report/changes-json';
