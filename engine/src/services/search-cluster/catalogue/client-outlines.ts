import type { Outline } from './outline';
import { specification } from './sources';
import { reference } from './source-document';

const fromReference = reference('What the service does', specification);

function outline(id: string, line: string, title: string, more: Pick<Outline, 'losses'> = {}): Outline {
  const [methods = '', path = ''] = line.split(' ');
  return { id, title, methods: methods.split(','), path, provenance: fromReference, ...more };
}

/** What clients call around the documented operations: their helpers read page by page, copy, and look around. */
export const clientOutlines: readonly Outline[] = [
  outline('search.scroll', 'GET,POST /_search/scroll', 'Read the next page of a scroll'),
  outline('search.scroll.one', 'GET,POST /_search/scroll/{scroll_id}', 'Read the next page of a scroll by its path'),
  outline('search.scroll.clear', 'DELETE /_search/scroll', 'Close scrolls'),
  outline('search.scroll.clear-one', 'DELETE /_search/scroll/{scroll_id}', 'Close scrolls by their path'),
  outline('search.point-in-time.open', 'POST /{index}/_pit', 'Open a point in time'),
  outline('search.point-in-time.close', 'DELETE /_pit', 'Close a point in time'),
];
