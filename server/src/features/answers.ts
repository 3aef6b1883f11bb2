import type { ServerFeature } from '../feature';
import { answerNotification } from '../protocol';
import type { AnswerParams } from '../protocol';

/** Remembers which operation a shown response belongs to. */
export const answers: ServerFeature = {
  register: ({ connection, guarded }) => {
    connection.onNotification(answerNotification, (params: AnswerParams) => {
      guarded('answer', undefined, (session) => {
        session.answers.remember(params);
      });
    });
  },
};
