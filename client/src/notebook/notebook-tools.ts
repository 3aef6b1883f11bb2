import { keyOfExchange } from '../response/compare-responses';
import { modelOfResponse } from '../response/view/model-of-response';
import { viewWords } from '../response/view/view-words';
import { describeSent } from '../sending/outcome-words';
import { circumstancesOf } from '../sending/request-values';
import { sendIterations } from '../sending/send-request';
import type { SendServices } from '../sending/send-services';
import { answeredRequestOf, nextStepsOf } from '../sending/show-outcome';
import type { NotebookTools } from './notebook';

/** Returns what notebooks use of the rest of the extension, which has it loaded. */
export function notebookTools(services: SendServices): NotebookTools {
  return {
    ...{ services, send: sendIterations, circumstancesOf, modelOf: modelOfResponse, describe: describeSent },
    ...{ answered: answeredRequestOf, stepsOf: nextStepsOf, words: viewWords },
    hasEarlier: (exchange) => services.history.hasEarlier(keyOfExchange(exchange)),
  };
}
