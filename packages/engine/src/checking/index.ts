export { filesTakenBy, usersOfKeyIn } from '@rulebook/checker/binding/inclusion';
export { mayInclude } from '@rulebook/checker/binding/may-include';
export { ruleIds } from '@rulebook/checker/rules/rule-ids';
export { requestsOfFile } from './requests-of-file';
export { createChecker, type Checker } from './create-checker';
