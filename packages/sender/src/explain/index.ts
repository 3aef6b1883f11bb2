export { explainRequest, type ExplainPorts } from './explain-request';
export type { ExplainedCredential, Explanation } from './explanation';
export { explanationJson } from './explanation-json';
export { explanationDocument } from './explanation-document';
export { explanationText, plainStyle, type TextStyle } from './explanation-text';
