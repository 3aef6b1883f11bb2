export { compareFindings, rehearsedKinds, type RehearsedFinding, type RehearsedKind } from './compare-findings';
export { readRelease, type Release } from './release';
export { rehearsedOptions } from './rehearsed-options';
