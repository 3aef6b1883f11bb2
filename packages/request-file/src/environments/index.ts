export { addVariables, type AddedVariable } from './add-variables';
export {
  convertEnvironments,
  environmentsInSettings,
  environmentsInTable,
  privateFile,
  sharedFile,
} from './convert-settings';
export { environmentFileKind } from './environment-file-kind';
export { exposedProblem, isIgnoredBy, isPrivateByName, withIgnored } from './git-ignore';
export {
  inFolderOrder,
  namedEnvironments,
  namesFor,
  noEnvironments,
  problemWith,
  readEnvironments,
  entriesFor,
  type EnvironmentEntry,
  type Environments,
  type EnvironmentTables,
  type FoundEnvironmentFile,
  type NamedEnvironment,
} from './known-environments';
export { settingsOfEnvironments, sharedEnvironment } from './model';
export { parseDotenv } from './parse-dotenv';
export { parseEnvironmentFile } from './parse-environment-file';
