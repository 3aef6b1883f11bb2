export type { NamedThing, NameOccurrence } from './occurrence';
export { definitionsMeant, occurrencesAt, occurrencesNamed, type PlacedOccurrence } from './names-in-file';
export { environmentOccurrenceAt, environmentOccurrences, type EnvironmentOccurrence } from './environment-occurrences';
export {
  refuseNewEnvironmentName,
  refuseNewName,
  refuseRenaming,
  refuseRenamingProcessVariable,
  refuseRenamingSystemVariable,
} from './rename';
export { mayLink } from './may-link';
export { unfilledValue } from './unfilled-value';
export { importedFacts, type ImportingFile } from './imported-facts';
export type { NamedResource } from './resource-in';
export {
  definedNames,
  importedBy,
  joinDefinedNames,
  linksOf,
  withImportedNames,
  type DefinedNames,
  type NameEntry,
} from './summary';
export { requestsCalled, requestsCalling, type RequestCall, type RequestPlace } from './request-calls';
export { isVariableIn, occurrencesAcross, type FileOccurrences, type LinkedFile } from './scope';
