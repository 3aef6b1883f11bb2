// What requests may do: the rights that they need, the smallest ones for a file, and how they are written.
/** What a request needs, and on what. */
/** The smallest rights that requests need. */
export { needyRequest, rightsOfRequests, type EndpointRights, type NeedyRequest, type Right } from './file-rights';
/** A need as a sentence, and as JSON. */
export { needSentence } from './need-sentence';
/** Rights as what grants them. */
export { roleDescriptorOf } from './role-descriptor';
export { workflowPermissions } from './workflow-permissions';
/** Rights as text: for people, as a request, as a checklist, and as JSON. */
export { keyRequest, lineOf, permissionList, rightsJson, rightsText } from './rights-text';
/** Rights as a document, and what makes a key of them. */
export { keyWithRights, rightsDocument } from './rights-document';
/** Rights that are given, and what of a need they lack. */
export { everyEndpoint, lackOf, readRights, rightsIn } from './given-rights';
export type { GivenRights } from '@rulebook/catalogue/need';
