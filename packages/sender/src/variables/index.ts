export { materialise, type MaterialiseInput } from './materialise';
export { filesOf } from './materialise-body';
export { isPrivateSource, schemeOfReference, secretNameOf } from './system-variables';
export type { DotenvReader, Resolve, SystemPorts } from './system-variables';
export { describeAnswered } from './described-response';
export { createFiller } from './resolve-variables';
export { iterationsOf } from './iterations';
export { undefinedWithoutEnvironment } from './undefined-without-environment';
export { definitionLayer, layerOf, resolveIn, type VariableLayer } from './variable-layers';

export {
  describeEnvironment,
  describeEnvironmentVariable,
  type EnvironmentDefinition,
} from './describe-environment-name';
export type { ShownValues } from './shown-variable';
export { environmentLayers, variableLayers } from './environment-layers';
export { isMeantBy } from '../plan/request-reference';
export { createNamedResponses, requestsReferredTo, withSharedValues, type NamedResponses } from './named-responses';
export { createKeptValues, type KeptValues } from './kept-values';
export { createVariableView } from './shown-variable';
export type { VariableOrigins } from './environment-layers';
export { explainMissing } from './explain-missing';
