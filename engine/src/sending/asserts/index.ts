export { evaluateAsserts, type AssertContext } from './evaluate-asserts';
export { mayHaveTests, testedRequests, type TestedRequest } from './tested-requests';
export { describeAssertResult, type AssertOutcome, type AssertResult } from './assert-result';
