export { evaluateAsserts, type AssertContext } from './evaluate-asserts';
export { mayHaveTests, testedRequests } from './tested-requests';
export type { AssertResult } from './assert-result';
