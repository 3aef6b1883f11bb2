import type { ServerFeature } from '../session/feature';
import { answerNotification, writtenNotification } from '../protocol';
import type { AnswerParams, WrittenParams } from '../protocol';

/** Remembers which operation a shown response belongs to, and forgets what a request may have changed. */
export const answers: ServerFeature = {
  register: ({ connection, guarded }) => {
    connection.onNotification(answerNotification, (params: AnswerParams) => {
      guarded('answer', undefined, (session) => {
        session.answers.remember(params);
      });
    });
    connection.onNotification(writtenNotification, ({ endpoint }: WrittenParams) => {
      guarded('written', undefined, ({ liveNames }) => {
        liveNames.forgetAt(endpoint);
      });
    });
  },
};
