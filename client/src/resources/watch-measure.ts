import * as vscode from 'vscode';
import { fillRequest } from '@rulebook/checker/resource-model';
import { readMeasure } from '@rulebook/sender/resources';
import type { SendServices } from '../sending/send-services';
import { openChartPage } from '../pages/chart-page';
import { lagWords } from '../pages/chart-words';
import { fetchResource } from './fetch-resource';
import type { ItemNode } from './resource-nodes';

/** The number of measurements that are drawn. */
const keptSamples = 300;

/** Draws a measure of a resource over time. It is read while its tab is visible only. */
export function watchMeasure(
  services: SendServices,
  extension: vscode.Uri,
  { group, entry, endpoint }: ItemNode,
  now: () => number,
): void {
  const { watched } = group.item;
  if (watched === undefined) return;
  const request = fillRequest(watched.request, entry.names);
  const cancellation = new vscode.CancellationTokenSource();
  let samples: readonly { readonly time: number; readonly value: number }[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isReading = false;
  let isDisposed = false;

  const read = async () => {
    clearTimeout(timer);
    if (isReading || isDisposed || !page.panel.visible) return;
    isReading = true;
    const fetched = await services.sends.during(cancellation.token, (signal) =>
      fetchResource(services, endpoint, request, signal),
    );
    isReading = false;
    if (isDisposed) return;
    const value = 'value' in fetched ? readMeasure(watched, fetched.value) : undefined;
    if (value === undefined)
      page.post({
        kind: 'problem',
        text: 'problem' in fetched ? fetched.problem : vscode.l10n.t('The response has no measure.'),
      });
    else {
      samples = [...samples, { time: now(), value }].slice(-keptSamples);
      page.post({ kind: 'samples', samples, unit: watched.unit });
    }
    timer = setTimeout(() => void read(), interval());
  };
  const page = openChartPage(extension, 'lag', `${watched.title}: ${entry.label}`, lagWords(), ({ kind }) => {
    // A tab that is shown again begins with an empty page.
    if (kind === 'ready' && samples.length > 0) page.post({ kind: 'samples', samples, unit: watched.unit });
    if (kind === 'ready') void read();
  });
  page.panel.onDidChangeViewState(() => void read());
  page.panel.onDidDispose(() => {
    isDisposed = true;
    clearTimeout(timer);
    cancellation.cancel();
    cancellation.dispose();
  });
}

/** In milliseconds. */
function interval(): number {
  const seconds = vscode.workspace.getConfiguration('rulebook').get<number>('watchInterval');
  return (typeof seconds === 'number' && seconds >= 1 ? Math.min(seconds, 3600) : 5) * 1000;
}
