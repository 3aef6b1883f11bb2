import { isReadable } from '../documents';
import type { ServerFeature } from '../feature';
import { endpointRequest } from '../protocol';
import type { EndpointResult, PlanParams } from '../protocol';

const none: EndpointResult = {};

/** Says which endpoint the request at a line goes to, without reading its body. */
export const endpoint: ServerFeature = {
  register: ({ connection, guarded }) => {
    connection.onRequest<EndpointResult, unknown>(endpointRequest, ({ uri, line }: PlanParams) =>
      guarded<EndpointResult>('endpoint', none, ({ documents, engine, optionsOf }) => {
        const document = documents.get(uri);
        if (document === undefined || !isReadable(document) || typeof line !== 'number') return none;
        const index = document.file.blocks.indexAtLine(line);
        const found = engine.endpoint(document.file, index, optionsOf(document));
        return found === undefined ? none : { endpoint: found.name };
      }),
    );
  },
};
