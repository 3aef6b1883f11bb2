export { copyInputOf } from './copy/copy-input';
export type { PlannedCall } from './copy/planned-call';
export { copyRequest } from './copy/copy-request';
export { copyTargets, type CopyTarget } from './copy/copy-targets';

export { writeRecording, type RecordingOptions } from './recording/write-recording';
export type { Exchange } from './recording/model';
export { harOf, type RecordedExchange } from './har';
export { importFolder, importFormats, importRequests, type ImportFormat } from './import/import-requests';
export type { WrittenFile } from './import/import-files';
export type { WrittenRequests } from './import/write-requests';
export type { ImportLibraries } from './import/import-libraries';
export { describedRequests, offeredBaseUrls } from './import/described-requests';
/** The requests of commands in scripts and workflows. */
export { credentialFields } from './import/import-description';
export { describedAuthentication } from './import/described-authentication';
export { requestLineOfBody, requestWithBody } from './import/body-request';
export {
  changedOperations,
  fetchDescription,
  serverNextTo,
  usualDescriptionPaths,
  type DescriptionChanges,
} from './import/fetch-description';
export type { FetchedDescription } from './import/fetched-description';
export { bundledDescription } from './import/bundle-description';
export { isDescriptionText, versionOfDescription } from './import/find-description';
export { placeOfCollection, workspaceOf } from './import/collection-place';
export { kindOfPostmanFile } from './import/collections/postman-folder';
export { importableIn, isPartOfCollection, type Importable } from './import/find-importable';
