// What the faces import.

export type { Change, ChangeLevel, ChangePlace, ConcernedLine, Mend } from './model';
export { compareSurfaces, type CompareOptions } from './compare/compare-surfaces';
export { readSurface, type DescriptionSource } from './surface/read-description';
export type { Surface } from './surface/surface';
export { createSchemaComparison } from './compare/compare-schemas';
export { surfaceOfService, type ServiceTarget } from './surface/read-service';
