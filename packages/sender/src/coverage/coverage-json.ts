import { visibleJson } from '@rulebook/text/visible';
import type { Coverage } from './model';

/** Returns what is covered as JSON text, version 1. */
export function coverageJson(coverage: Coverage): string {
  return `${visibleJson(JSON.stringify({ version: 1, ...coverage }, null, 2))}\n`;
}
