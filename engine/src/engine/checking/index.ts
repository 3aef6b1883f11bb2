export { filesTakenBy, usersOfKeyIn } from '../../binding/inclusion';
export { mayInclude } from '../../binding/may-include';
export { ruleIds } from '../../rules/rule-ids';
export { requestsOfFile } from './requests-of-file';
export { createChecker, type Checker } from './create-checker';
