import type { JudgedRequest } from '@rulebook/sender/ports';
import type { ServerFeature } from '../session/feature';
import { judgeRequest } from '../protocol';
import type { JudgeParams, JudgeResult } from '../protocol';
import type { Session } from '../session/session';

const unread: JudgeResult = { reason: 'The request could not be read.' };

/** Judges a request that a client has filled in, as the server does with those that it sends itself. */
export const judge: ServerFeature = {
  register: ({ connection, guarded }) => {
    connection.onRequest<JudgeResult, unknown>(judgeRequest, (params: JudgeParams) =>
      guarded('judge', unread, (session) => judgeIn(session, params)),
    );
  },
};

function judgeIn({ engine, optionsOf }: Session, { uri, request }: JudgeParams): JudgeResult {
  if (typeof uri !== 'string' || !isJudged(request)) return unread;
  return { judgement: engine.judge(request, optionsOf({ uri })) };
}

function isJudged(request: Partial<JudgedRequest> | undefined): request is JudgedRequest {
  const { method, url, place, headers, body } = request ?? {};
  return (
    [method, url, body].every((part) => typeof part === 'string') &&
    (place === undefined || [place.name, place.service, place.baseUrl].every((part) => typeof part === 'string')) &&
    Array.isArray(headers) &&
    headers.every((field) => Array.isArray(field) && field.every((part) => typeof part === 'string'))
  );
}
