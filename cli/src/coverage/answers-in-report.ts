/** A request of a report that received a response. */
export interface AnsweredRequest {
  readonly method: string;
  readonly status: number;
  readonly url?: string;
  /** The request file, as the report names it. */
  readonly file?: string;
  /** Counted from 1. */
  readonly line?: number;
}

/** More levels are not looked at. */
const deepest = 12;

/**
 * Returns the answered requests of a JSON report of `rulebook run`, of one file or of several; why it is none, as half a sentence, for any
 * other text.
 */
export function answersInReport(text: string): readonly AnsweredRequest[] | { readonly cause: string } {
  let report: unknown;
  try {
    report = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return { cause: 'it is not valid JSON; write it with `rulebook run --report FILE.json`' };
  }
  const found: AnsweredRequest[] = [];
  let requests = 0;
  const visit = (value: unknown, file: string | undefined, depth: number): void => {
    if (depth > deepest || typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      for (const one of value) visit(one, file, depth + 1);
      return;
    }
    const members = new Map<string, unknown>(Object.entries(value));
    const own = textIn(members, 'source') ?? textIn(members, 'path') ?? textIn(members, 'file') ?? file;
    const method = textIn(members, 'method');
    if (method === undefined || !members.has('label')) {
      for (const one of members.values()) visit(one, own, depth + 1);
      return;
    }
    requests += 1;
    const status = members.get('status');
    const line = members.get('line');
    const url = textIn(members, 'url');
    // The member `file` of a request is where its response was saved.
    const source = textIn(members, 'source') ?? file;
    if (typeof status !== 'number') return;
    found.push({
      ...{ method, status },
      ...(url !== undefined && { url }),
      ...(source !== undefined && { file: source }),
      ...(typeof line === 'number' && { line }),
    });
  };
  visit(report, undefined, 0);
  return requests === 0
    ? { cause: 'it has no requests of a run; write it with `rulebook run --report FILE.json`' }
    : found;
}

function textIn(members: ReadonlyMap<string, unknown>, name: string): string | undefined {
  const found = members.get(name);
  return typeof found === 'string' ? found : undefined;
}
