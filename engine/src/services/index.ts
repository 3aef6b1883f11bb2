export type { PlayedOption } from '../catalogue/identity';
export type { Service } from '../catalogue/service';

export type { ServiceId, Severity } from '../catalogue/facts';
export type { PayloadSignature, ResourceAction, ResourceGroup, ResourceRequest } from '../catalogue/resources';
export { identities } from './identities';
export { controlEndpoint, eventOptions, eventServers, playedServers, startOptions } from './played-servers';
export { createCatalogues, type LoadDescription, type LoadGraphql } from '../description/catalogues';
export { createExamples } from '../description/examples';
export { compiledFormat, type DescriptionProblem } from '../description/compiled';
export { createDescribedService } from '../description/described-service';
export { createAssertSchema, createOwnService } from '../description/own-service';
export type { DescriptionForm, PlacedProblem } from '../description/own-description';
export { unpackDescription, type PackedDescription } from '../description/packed';
export { editionOf, type CompiledEditions } from '../description/editions';
export type { HouseRule, Ruleset } from '../catalogue/house';
export { combineRulesets } from '../catalogue/combine-rulesets';
/** What the rights of the services include. */
export { rightsOfService } from './rights';
