import { isCheckable } from '../documents/documents';
import type { ServerFeature } from '../session/feature';
import { endpointRequest } from '../protocol';
import type { EndpointResult, PlanParams } from '../protocol';

const none: EndpointResult = {};

/** Says where the request at a line goes, without reading its body. */
export const endpoint: ServerFeature = {
  register: ({ connection, guarded }) => {
    connection.onRequest<EndpointResult, unknown>(endpointRequest, ({ uri, line }: PlanParams) =>
      guarded<EndpointResult>('endpoint', none, ({ documents, engine, optionsOf }) => {
        const document = documents.get(uri);
        if (document === undefined || !isCheckable(document) || typeof line !== 'number') return none;
        const index = document.file.blocks.indexAtLine(line);
        const way = engine.wayOut(document.file, index, optionsOf(document));
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
      }),
    );
  },
};
