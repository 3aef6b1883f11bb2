export {
  chosenServicesOf,
  configurationName,
  defaultConfiguration,
  mergeConfiguration,
  formOf,
  ownFilesOf,
  protectedEnvironment,
  parseConfiguration,
  sandboxEndpoints,
  keySpanInConfiguration,
  spanInConfiguration,
  type Configuration,
  type ConfigurationProblem,
  type OwnService,
} from './configuration';
export { playedDefaults, withPlayedEndpoints, type PlayedPlace } from './played-endpoints';
export { isLoopbackOrigin, isSandboxEndpoint } from './sandbox-endpoint';
export { associateBody } from './associate-body';
export { configurationShape, settingMembers } from './description';
export { completeConfiguration } from './complete';
export { configurationSchema, settingSchemas, type JsonSchema } from './schema';
export { withMembers, type SetMember } from './configuration-edit';
export { severityEdit } from './severity-edit';
