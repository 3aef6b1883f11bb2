export { evaluateAsserts, type AssertContext } from './evaluate-asserts';
export { mayHaveTests, testedRequests } from './tested-requests';
export { nameOfAssert } from './assert-result';
export type { AssertResult } from './assert-result';
