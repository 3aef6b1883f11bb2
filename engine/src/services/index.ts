export type { PlayedOption } from '../catalogue/identity';
export type { Service } from '../catalogue/service';

export type { ServiceId, Severity } from '../catalogue/facts';
export type { PayloadSignature, ResourceAction, ResourceGroup, ResourceRequest } from '../catalogue/resources';
export { identities } from './identities';
export { controlEndpoint, eventOptions, eventServers, playedServers, startOptions } from './played-servers';
export { createCatalogues, type LoadDescription } from '../description/catalogues';
export { createExamples } from '../description/examples';
export { compiledFormat, type DescriptionProblem } from '../description/compiled';
export { createDescribedService } from '../description/described-service';
export type { PlacedProblem } from '../description/own-description';
export { unpackDescription, type PackedDescription } from '../description/packed';
export { editionOf, type CompiledEditions } from '../description/editions';
export type { HouseRule, Ruleset } from '../catalogue/house';
export type { EventOption, PlayedOption, StartOption } from '../catalogue/identity';
export type { Catalogue, Service } from '../catalogue/service';
export type { Operation } from '../catalogue/operation';
export type { Provenance, ServiceId, Severity } from '../catalogue/facts';
export type {
  DeliveryTable,
  NamedResources,
  PayloadSignature,
  ResourceAction,
  ResourceGroup,
  ResourceItem,
  ResourceRequest,
  WatchedMeasure,
} from '../catalogue/resources';
export { identities } from './identities';
export {
  controlEndpoint,
  eventOptions,
  eventServers,
  playedServers,
  startOptions,
  type ServerOfService,
} from './played-servers';
export { createCatalogues, type LoadDescription } from '../description/catalogues';
export { createExamples, type ExampleOf } from '../description/examples';
export { compiledFormat, type CompiledDescription, type DescriptionProblem } from '../description/compiled';
export { createDescribedService } from '../description/described-service';
export type { PlacedProblem } from '../description/own-description';
export { unpackDescription, type PackedDescription } from '../description/packed';
export { editionOf, type CompiledEditions } from '../description/editions';
export type { HouseRule, Ruleset } from '../catalogue/house';
