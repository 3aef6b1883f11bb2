export type { PlayedOption } from '@rulebook/catalogue/identity';
export type { Service } from '@rulebook/catalogue/service';

export type { ServiceId, Severity } from '@rulebook/catalogue/facts';
export type { PayloadSignature, ResourceAction, ResourceGroup, ResourceRequest } from '@rulebook/catalogue/resources';
export { identities } from './identities';
export { controlEndpoint, eventOptions, eventServers, playedServers, startOptions } from './played-servers';
export {
  createCatalogues,
  type LoadDescription,
  type LoadGraphql,
  type LoadQueries,
} from '@rulebook/description/catalogues';
export { createExamples } from '@rulebook/description/examples';
export { compiledFormat, type DescriptionProblem } from '@rulebook/description/compiled';
export { createDescribedService } from '@rulebook/description/described-service';
export { createAssertSchema, createOwnService } from '@rulebook/description/own-service';
export type { DescriptionForm, PlacedProblem } from '@rulebook/description/own-description';
export { textLines, unpackDescription, type LineSource, type PackedDescription } from '@rulebook/description/packed';
export { editionOf, type CompiledEditions } from '@rulebook/description/editions';
export type { HouseRule, Ruleset } from '@rulebook/catalogue/house';
export { combineRulesets } from '@rulebook/catalogue/combine-rulesets';
/** What the rights of the services include. */
export { rightsOfService } from './rights';
