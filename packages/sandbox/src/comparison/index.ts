/** What files declare, compared with what an endpoint has. */
export { planResources } from './plan-resources';
/** The names in the path of a request. */
export { namesOfPath } from './bound-names';
/** What is compared, and what comes out. */
export type {
  DeclaringRequest,
  DeclaringSource,
  MissingValue,
  ReadResponse,
  ReadPath,
  ResourcePlan,
  UnreadRequest,
} from './model';
/** The comparison for people and for programs. */
export { hasDifferences, planJson, planText } from './plan-text';
/** Responses of two releases to one request. */
export { compareResponses, type DifferingResponse, type MemberDifference } from './compare-responses';
