import type { CheckOptions } from '@rulebook/engine';
import type { RequestFile } from '@rulebook/request-file/syntax';
import { isCheckable } from '../documents/documents';
import { concernedRequest } from '../protocol';
import type { ConcernedParams, ConcernedResult } from '../protocol';
import type { ServerFeature } from '../session/feature';
import type { Session } from '../session/session';

/** More files are not read. */
const mostFiles = 500;
const none: ConcernedResult = { requests: 0, concerned: 0, places: [], repaired: [], page: '' };

/** Says which requests of a folder another version of a description concerns. */
export const concerned: ServerFeature = {
  register: ({ connection, guarded, guardedLater }) => {
    connection.onRequest<ConcernedResult, unknown>(concernedRequest, (params: ConcernedParams) =>
      guarded<Promise<ConcernedResult> | ConcernedResult>('concerned', none, (session) =>
        guardedLater<ConcernedResult>('concerned', none, () => concernedIn(session, params)),
      ),
    );
  },
};

async function concernedIn(session: Session, { folder, service, versions }: ConcernedParams): Promise<ConcernedResult> {
  // What compares is loaded when a description has changed.
  const { changesBetween, concernedMarkdown, concernedBy, repairText } = await import('@rulebook/changes');
  const { serviceOfText } = await import('../configuration/changed-service');
  const changes = changesBetween(versions.former, versions.next);
  const next = serviceOfText(versions.next, service);
  if (changes === undefined || next === undefined) return none;
  const { engine, optionsOf } = session;
  const sides = new Map<CheckOptions, CheckOptions>();
  const afterOf = (before: CheckOptions): CheckOptions => {
    const { context } = before;
    const services = context.services?.map((one) => (one.id === service ? next : one));
    const made = sides.get(before) ?? { ...before, context: { ...context, ...(services && { services }) } };
    sides.set(before, made);
    return made;
  };
  const parts = { reader: engine, service, changes };
  const root = folder.replace(/\/*$/, '/');
  const lines: ReturnType<typeof concernedBy>['lines'][number][] = [];
  const places: ConcernedResult['places'][number][] = [];
  const repaired: ConcernedResult['repaired'][number][] = [];
  let requests = 0;
  let count = 0;
  for await (const { uri, file } of requestFilesIn(session, folder)) {
    const before = optionsOf({ uri });
    const after = afterOf(before);
    const name = uri.startsWith(root) ? decodeURIComponent(uri.slice(root.length)) : uri;
    const judge = (of: RequestFile) => concernedBy(parts, [{ name, text: engine.textOf(of), file: of, before, after }]);
    const judged = judge(file);
    requests += judged.requests;
    count += judged.concerned;
    lines.push(...judged.lines);
    for (const { line, change, isProved } of judged.lines)
      places.push({ uri, line: line - 1, message: change.message, level: change.level, isProved });
    const former = engine.textOf(file);
    const reopened = (text: string) => (file.isMarkdown === true ? engine.openMarkdown(text) : engine.openFile(text));
    const made = judged.lines.some(({ edits }) => edits !== undefined)
      ? repairText(former, (text) => judge(reopened(text)).lines)
      : undefined;
    if (made !== undefined && made.count > 0) repaired.push({ uri, former, ...made });
    await session.pause();
  }
  const page = concernedMarkdown({ requests, concerned: count, lines });
  return { requests, concerned: count, places, repaired, page };
}

async function* requestFilesIn(
  { files, documents }: Session,
  folder: string,
): AsyncGenerator<{ readonly uri: string; readonly file: RequestFile }> {
  for (const uri of (await files?.findRequestFiles(folder, mostFiles)) ?? []) {
    const open = documents.find(uri);
    if (open !== undefined) {
      if (isCheckable(open)) yield { uri: open.uri, file: open.file };
      continue;
    }
    const content = await files?.read(uri);
    if (content === undefined || !('text' in content)) continue;
    const { kind, file } = documents.contentOf(uri, content.text);
    if (kind === 'requests') yield { uri, file };
  }
}
