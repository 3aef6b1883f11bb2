/** The resources of a service: what they are, and which operations are about them. */
/** Derives them from the operations of a service. */
export { resourceModelOf } from './resource-model';
/** Where in a response an item or a list is, and what items are like. */
export { itemFormOf, namesOfId } from './places';
/** Whether a value has a shape. */
export { fitsShape } from './fits-shape';
/** Makes values that have a shape. */
export { makeValue, smallestValue, valueFor } from './make-value';
/** Says in words what was derived, and what was not. */
export { describeResources, type DescribedResources, type DescribedWebhook } from './describe-resources';
/** Which webhooks are about which resources. */
export { webhooksOf } from './webhooks';
/** The lists that a view shows of a service. */
export { resourceGroupsOf } from './resource-groups';
/** Fills names into a request of the view. */
export { fillRequest } from './fill-request';
export type { ResourceNames } from '@rulebook/catalogue/resources';
