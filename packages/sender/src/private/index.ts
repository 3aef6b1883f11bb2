export { riskyWays } from './risky-ways';
export {
  credentialVariable,
  endpointVariable,
  environmentConflict,
  environmentCredential,
  environmentToken,
  tokenVariable,
  passphraseVariable,
  variableOfSecret,
  endpointWithBaseUrl,
  endpointsOfFolder,
  isOwnVariable,
  overrideEndpoints,
} from './environment-overrides';
export {
  codeWayOf,
  credentialKeyOf,
  credentialWayOf,
  detourOf,
  originOf,
  originsOf,
  tokenWayOf,
  wayOf,
  type Way,
} from './ways';
export { keyOfSource, namedPlacesOf, plainFileName, type PrivateFile, type PrivateSource } from './private-sources';
