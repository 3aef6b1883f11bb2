import type { Engine } from '@rulebook/engine';
import { rightsOfService } from '@rulebook/services';
import { isCheckable } from '../documents/documents';
import { typedLineOf } from '../documents/typed-line';
import type { ServerFeature } from '../session/feature';
import { endpointRequest } from '../protocol';
import type { EndpointResult, PlanParams } from '../protocol';

const none: EndpointResult = {};

/** Says where the request at a line goes. */
export const endpoint: ServerFeature = {
  register: ({ connection, guarded }) => {
    connection.onRequest<EndpointResult, unknown>(endpointRequest, ({ uri, line }: PlanParams) =>
      guarded<EndpointResult>('endpoint', none, (session) => {
        const { documents, engine, optionsOf } = session;
        const document = documents.get(uri);
        if (document === undefined || !isCheckable(document) || typeof line !== 'number') return none;
        if (typedLineOf(session, document)?.isOpen === true) return none;
        const index = document.file.blocks.indexAtLine(line);
        const way = engine.wayOut(document.file, index, optionsOf(document));
        const service = engine.bind(document.file, index, optionsOf(document).context)?.service?.id;
        const rights =
          service !== undefined && rightsOfService(service) !== undefined && ({ hasRights: true } as const);
        return { ...resultOf(way), ...rights };
      }),
    );
  },
};

function resultOf(way: ReturnType<Engine['wayOut']>): EndpointResult {
  switch (way?.kind) {
    case 'endpoint':
      return { endpoint: way.endpoint.name };
    case 'origin':
      return { origin: way.origin };
    case 'variable':
      return { written: way.written };
    case 'nowhere':
      return { isNowhere: true };
    case undefined:
      return none;
  }
}
