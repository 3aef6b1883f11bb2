/** Tests a service by its description, through ports. */
export { runTests, type TestOptions, type TestPorts, type TestResult } from './run-tests';
/** Says which tests there are, and what is not tested. */
export { nameOf, testsOf, type TestPlan, type Untested } from './cases';
/** A mistake of a service, and what is received. */
export type { Finding, Received } from './model';
/** Where the requests go. */
export type { Destination } from './write-steps';
