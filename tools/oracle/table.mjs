// The result of a comparison as a table.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** How many requests of an area were alike in the first comparison, before anything was corrected. */
const first = JSON.parse(readFileSync(join(import.meta.dirname, '../../test/oracle/first-comparison.json'), 'utf8'));

/** Errors that say what is there, not what is wrong with the request. */
const ofState =
  /^(401|403|404|408|409|412|429|5\d\d)|resource_already_exists|snapshot_name_already_in_use|index_closed|invalid_alias_name|cluster_block|index_not_found/;

/**
 * Returns the table, its rows, every difference that is not listed, and whether the goals are reached.
 * @param {readonly any[]} steps
 * @param {{ server: string, seed: number, unused: readonly any[] }} about
 */
export function tableOf(steps, { server, seed, unused }) {
  const names = [...new Set(steps.map(({ area }) => area))];
  const all = rowOf('all', steps);
  const rows = names.map((name) =>
    rowOf(
      name,
      steps.filter(({ area }) => area === name),
    ),
  );
  const reasons = new Map();
  for (const { listed } of steps) if (listed) reasons.set(listed.reason, (reasons.get(listed.reason) ?? 0) + 1);
  const table = [
    `${server} from its published jars and the sandbox, seed ${seed}`,
    '',
    line(['area', 'requests', 'alike', 'corrected', 'listed', 'other', 'refused', 'found', 'false']),
    ...[...rows, all].map((row) => {
      const corrected = seed === first.seed ? correctedIn(row, names) : '-';
      const { area, requests, alike, listed, other, refused, found, wrong } = row;
      return line([area, requests, alike, corrected, listed, other, refused, found, wrong]);
    }),
    '',
    ...(seed === first.seed ? ['corrected: alike now, and not in the first comparison'] : []),
    `alike beyond the listed ones: ${percent(all.alike, all.requests - all.listed)}`,
    `refused by the node and found before sending: ${percent(all.found, all.refused)}`,
    `accepted by the node and called an error: ${all.wrong}`,
    ...[...reasons].map(([reason, number]) => `listed, ${reason}: ${number}`),
    ...unused.map(({ why }) => `listed, and no longer different: ${why}`),
  ];
  const share = (100 * all.alike) / Math.max(1, all.requests - all.listed);
  const isGood = share >= 99 && all.wrong === 0 && all.found >= 0.95 * all.refused && unused.length === 0;
  return { table, rows, isGood, details: detailsOf(steps) };
}

/** Returns how many more requests are alike than in the first comparison. */
function correctedIn({ area, alike }, names) {
  const areas = area === 'all' ? names : [area];
  return alike - areas.reduce((sum, name) => sum + (first.alike[name] ?? 0), 0);
}

function rowOf(area, steps) {
  const refused = steps.filter(isRefused);
  return {
    area,
    requests: steps.length,
    alike: steps.filter(({ difference }) => difference === undefined).length,
    listed: steps.filter(({ listed }) => listed).length,
    other: steps.filter(({ difference, listed }) => difference !== undefined && !listed).length,
    refused: refused.length,
    found: refused.filter(({ findings }) => findings.length > 0).length,
    wrong: steps.filter(isWrong).length,
  };
}

/** Whether the node refused the request for what it says, and not for lack of a module. */
export function isRefused({ node, answer, listed, path = '', body = '' }) {
  const isOfRequest = node.status >= 400 && !ofState.test(answer) && isWritable({ path, body });
  return isOfRequest && listed?.reason !== 'another version or module';
}

/** Whether a file can hold the request: Rulebook ends the last line of a body of lines itself, and sends no body of blanks alone. */
function isWritable({ path, body }) {
  const isCut = /\/_(?:bulk|msearch)(?:[/?]|$)/.test(path) && !body.endsWith('\n');
  return body === '' || (body.trim() !== '' && !isCut);
}

/** Errors for what the document forbids, and servers take: they find nothing then. */
const ofTheDocument = new Set(['wildcard-key']);

/** Whether the node accepted what the checker calls an error, and the document does not forbid. */
export function isWrong({ node, findings, listed }) {
  const isAllowed = listed?.reason !== 'the document says otherwise' && !hasFailedItem(node);
  return (
    node.status < 400 &&
    isAllowed &&
    findings.some(({ severity, rule }) => severity === 'error' && !ofTheDocument.has(rule))
  );
}

/** Whether the node refused a part of a request for several. */
function hasFailedItem({ text }) {
  return /^\{(?:"took":\d+,)?"errors":true,/.test(text);
}

/** Returns what is not as it should be: groups of the same kind, the largest first, each with some requests. */
function detailsOf(steps) {
  /** @type {Map<string, string[]>} */
  const groups = new Map();
  for (const step of steps) {
    const { difference, listed, findings, area, method, path, body, node, answer } = step;
    const request = `    ${method} ${path} ${body.slice(0, 300).replaceAll('\n', '⏎')}`;
    const add = (title, ...lines) => groups.set(title, [...(groups.get(title) ?? []), [request, ...lines].join('\n')]);
    if (difference && !listed) {
      const at = (difference.at ?? '').replace(/\d+/g, '*');
      add(`≠ ${area}: ${difference.kind} ${at} · node ${difference.node} · sandbox ${difference.sandbox}`);
    }
    if (isWrong(step)) for (const { rule, message } of findings) add(`! ${area}: accepted, but ${rule}: ${message}`);
    if (isRefused(step) && findings.length === 0)
      add(`? ${area}: refused (${answer}), not found`, `      ${node.text.slice(0, 300)}`);
  }
  const sorted = [...groups].sort(([, one], [, other]) => other.length - one.length);
  return sorted.flatMap(([title, requests]) => [`${requests.length} × ${title}`, ...requests.slice(0, shown)]);
}

/** How many requests of a group are shown. */
const shown = 5;

function line([first, ...others]) {
  return [String(first).padEnd(22), ...others.map((cell) => String(cell).padStart(10))].join('');
}

function percent(part, whole) {
  return whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} % of ${whole}`;
}
