export { checkSignature, type Hmac } from './check-signature';
export { readDeliveries, readMeasure, type DeliveryRow } from './read-deliveries';
export { explainStatus, readAnswer } from './read-response';
export {
  fillRequest,
  namedResource,
  namesInForm,
  namesInRequests,
  readResources,
  requestFileText,
  type ResourceEntry,
  type ResourceNames,
} from './read-resources';
