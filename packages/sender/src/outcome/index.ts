export { denialOf } from './denial-of';
export { reportedDetails } from './exchange-details';
export { describeOutcome, describeWritten, hasFailed, judge, plainWords } from './outcome';
export type { DescribedOutcome, Outcome, OutcomeWords, Verdict } from './outcome';
export { createSender, type Sender } from './create-sender';
export type { SendOrder, SendReport, SendStep } from './send-order';
