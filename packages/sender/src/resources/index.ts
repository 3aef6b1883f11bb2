export { checkSignature, type Hmac } from './check-signature';
export { readDeliveries, type DeliveryRow } from './read-deliveries';
export { explainStatus, readAnswer } from './read-response';
export {
  namedResource,
  namesInForm,
  namesInRequests,
  readResources,
  requestFileText,
  type ResourceEntry,
} from './read-resources';
export { readNames } from './read-names';
