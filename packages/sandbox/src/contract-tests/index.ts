/** Tests a service by its description, through ports. */
export { runTests, unreached, type TestResult } from './run-tests';
/** Says which tests there are, and what is not tested. */
export { nameOfOperation, testsOf } from './cases';
/** Writes the stories of a service as a request file for people. */
export { writeStories } from './write-stories';
/** A mistake of a service, and what is received. */
export type { Finding, Received } from './model';
/** Where the requests go. */
export type { Destination } from './write-steps';
/** The bodies of the user's own requests, which tests take first. */
export { ownBodyOf, type OwnBody } from './own-bodies';
