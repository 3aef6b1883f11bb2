/** What files declare, compared with what an endpoint has. */
export { planResources } from './plan-resources';
/** The same, with what it is made of. */
export { compareResources, type ComparedResource } from './plan-resources';
/** What is to be sent, and what undoes it. */
export type { ApplyStep, MadeRequest, SentRequest } from './apply-model';
export { applySteps, idIn } from './apply-steps';
/** What an endpoint has, as requests. */
export { pulledKinds, pullResources, unpulledPaths, type PulledResources } from './pull-resources';
/** A mask in the place of a secret. */
export { maskedMember } from './masked-member';
/** The type of the JSON that an operation takes. */
export { mediaTypeOf } from './resource-ways';
/** Requests as the text of a file. */
export { jsonText, requestsText } from './request-text';
/** A resource as the body that stores it. */
export { isUnrehearsed, loadedRequest, rehearsedRequest, storedRequest } from './rehearsal';
/** What answers show of resources, as requests that store it. */
export { createShownResources } from './shown-resources';
/** The names in the path of a request. */
export { namesOfPath } from './bound-names';
/** What is compared, and what comes out. */
export type {
  DeclaringRequest,
  DeclaringSource,
  MissingValue,
  PulledRequest,
  ReadResponse,
  ReadPath,
  ResourcePlan,
  UnreadRequest,
} from './model';
/** The comparison for people and for programs. */
export { areAllUncompared, hasDifferences, planJson, planText } from './plan-text';
export { planMarkdown } from './plan-markdown';
/** Responses of two releases to one request. */
export { compareResponses, type DifferingResponse, type MemberDifference } from './compare-responses';
