import { changedOperations } from '@rulebook/exchange';
import type { RequestFile } from '@rulebook/request-file/syntax';
import type { ServerFeature } from '../session/feature';
import { isCheckable } from '../documents/documents';
import { requestLineIn } from '../documents/request-line';
import { operationUsesRequest } from '../protocol';
import type { OperationUse, OperationUsesParams, OperationUsesResult, OwnOperation } from '../protocol';
import type { Session } from '../session/session';

/** More is not read. */
const most = { files: 500, requests: 5_000 };

/** Says which requests of a folder use which operations: for what a changed description affects, and for the view of a service. */
export const operationUses: ServerFeature = {
  register: ({ connection, guarded, guardedLater }) => {
    const none: OperationUsesResult = { uses: [], operations: [] };
    connection.onRequest<OperationUsesResult, unknown>(operationUsesRequest, (params: OperationUsesParams) =>
      guarded<Promise<OperationUsesResult> | OperationUsesResult>('operationUses', none, (session) =>
        guardedLater<OperationUsesResult>('operationUses', none, () => usesIn(session, params)),
      ),
    );
  },
};

async function usesIn(session: Session, { folder, versions }: OperationUsesParams): Promise<OperationUsesResult> {
  const { files, documents, pause } = session;
  const uses: OperationUse[] = [];
  for (const uri of (await files?.findRequestFiles(folder, most.files)) ?? []) {
    const open = documents.find(uri);
    if (open !== undefined) {
      if (isCheckable(open)) uses.push(...usesOf(session, open.uri, open.file));
    } else {
      const content = await files?.read(uri);
      if (content !== undefined && 'text' in content) {
        const { kind, file } = documents.contentOf(uri, content.text);
        if (kind === 'requests') uses.push(...usesOf(session, uri, file));
      }
    }
    if (uses.length >= most.requests) break;
    await pause();
  }
  const changes = versions && (await changesBetween(versions));
  return {
    uses: uses.slice(0, most.requests),
    operations: ownOperations(session, folder),
    ...(changes && { changes }),
  };
}

async function changesBetween({ former, next }: NonNullable<OperationUsesParams['versions']>) {
  const { importLibraries } = await import('@rulebook/exchange/libraries');
  return changedOperations(former, next, importLibraries.readYaml);
}

function usesOf({ engine, optionsOf }: Session, uri: string, file: RequestFile): readonly OperationUse[] {
  const { context } = optionsOf({ uri });
  const uses: OperationUse[] = [];
  for (let index = 0; index < file.blocks.size; index++) {
    const line = requestLineIn(file, index);
    const binding = line === undefined ? undefined : engine.bind(file, index, context);
    if (line === undefined || binding === undefined) continue;
    const { match, service, method, request } = binding;
    const title = engine.parse(file, index, context).title?.text;
    uses.push({
      ...{ uri, line, method, target: request.target.path.text },
      ...(match.kind === 'operation' && service !== undefined && { path: match.operation.path, service: service.id }),
      ...(title !== undefined && title !== '' && { title }),
    });
  }
  return uses;
}

function ownOperations({ optionsOf }: Session, folder: string): readonly OwnOperation[] {
  const { services = [] } = optionsOf({ uri: `${folder.replace(/\/$/, '')}/requests.http` }).context;
  return services.flatMap(({ id: service, title, operations }) =>
    operations.flatMap(({ id, methods, path, title: summary, tags = [] }) =>
      methods.map((method): OwnOperation => {
        const [tag] = tags;
        return { id, service, title, method, path, summary, ...(tag !== undefined && { tag }) };
      }),
    ),
  );
}
