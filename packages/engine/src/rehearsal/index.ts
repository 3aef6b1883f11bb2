export {
  compareFindings,
  rehearsedKinds,
  type ComparedReleases,
  type RehearsedFinding,
  type RehearsedKind,
} from './compare-findings';
export { newerThanKnown, readRelease, type Release } from './release';
export { rehearsedOptions } from './rehearsed-options';
