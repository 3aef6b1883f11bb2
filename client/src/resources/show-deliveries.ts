import { reasonOf } from '@rulebook/sender/plan';
import * as vscode from 'vscode';
import { fillRequest } from '@rulebook/checker/resource-model';
import { readDeliveries, type DeliveryRow } from '@rulebook/sender/resources';
import { sendRequest } from '../sending/send-request';
import type { SendServices } from '../sending/send-services';
import { openChartPage } from '../pages/chart-page';
import { deliveriesWords } from '../pages/chart-words';
import { checkPayload } from './check-payload';
import { fetchResource } from './fetch-resource';
import { requestPlace } from './request-document';
import type { GroupNode } from './resource-nodes';

/** Shows the deliveries of a list as a table with a timeline. */
export function showDeliveries(
  services: SendServices,
  extension: vscode.Uri,
  { group, names, endpoint, of }: GroupNode,
) {
  const { table, source } = group;
  if (table === undefined || !('request' in source)) return;
  let rows: readonly DeliveryRow[] = [];
  let next: string | undefined;
  const [idName = ''] = Object.keys(group.item.names);
  const ofDelivery = (id: string) => ({ ...names, [idName]: id });
  const cancellation = new vscode.CancellationTokenSource();

  const read = async (path?: string) => {
    page.post({ kind: 'busy' });
    const request = fillRequest(source.request, names);
    const fetched = await services.sends.during(cancellation.token, (signal) =>
      fetchResource(services, endpoint, { ...request, ...(path !== undefined && { path }) }, signal),
    );
    const found = 'value' in fetched ? readDeliveries(table, fetched.value) : undefined;
    if (found === undefined || !('value' in fetched)) {
      page.post({
        kind: 'problem',
        text: 'cause' in fetched ? reasonOf(fetched) : vscode.l10n.t('The response is not a list.'),
      });
      return;
    }
    ({ next } = fetched);
    rows = [...(path === undefined ? [] : rows), ...found];
    page.post({ kind: 'rows', rows, hasMore: next !== undefined });
  };
  const page = openChartPage(
    extension,
    'deliveries',
    vscode.l10n.t('Deliveries: {0}', of),
    deliveriesWords(),
    ({ kind, id }) => {
      if (kind === 'ready' || kind === 'refresh') void read();
      else if (kind === 'more') void read(next);
      else if (kind === 'check') void checkPayload(table.signatures);
      // An id of the page must be one that the service named.
      else if (!rows.some((row) => row.id === id)) return;
      else if (kind === 'open')
        void sendRequest(services, requestPlace(fillRequest(table.details, ofDelivery(id)), endpoint));
      else if (kind === 'again')
        void sendRequest(services, requestPlace(fillRequest(table.again, ofDelivery(id)), endpoint)).then(() => {
          // The new delivery is what is waited for, and its response is in the same column.
          page.panel.reveal(undefined, true);
          return read();
        });
    },
  );
  page.panel.onDidDispose(() => {
    cancellation.cancel();
    cancellation.dispose();
  });
}
