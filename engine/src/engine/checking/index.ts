export { filesTakenBy, mayInclude } from '../../binding/inclusion';
export { createChecker, type Checker } from './create-checker';
