/** Compares what a service answers with its description. */
export { driftOf, reaches, type DriftFacts } from './drift-of';
/** Which operations were called. */
export { knownExchange, knownExchanges } from './known-exchanges';
/** What can be read of a service without changing anything. */
export { resourceReadsOf, type ResourceRead, type ResourceReads } from './resource-reads';
/** The comparison for people and for programs. */
export { diffOf, driftText, nameOfDrifting, numbersOf, shareOf } from './drift-text';
export { driftMarkdown } from './drift-markdown';
/** Sets a sandbox from what was seen, and says how true it is. */
export { partLike } from './like';
export { partSetBy } from './set-part';
export { settingRequests } from './setting-requests';
export { collectUnseen } from './unseen-members';
export { truthOf, truthOfPlayed } from './truth';
/** Of what a recording is. */
export { releaseSeen, wellKnown } from './release-seen';
export { driftLevels } from './model';
export type { Drift, DriftLevel, KnownExchange, SeenExchange, Truth } from './model';
