import { count, withCommas } from '@rulebook/text/count';
import { items, line, type Room } from '../report/bounded-html';
import { reportStyle } from '../report/html-style';
import { halvesOf, isCovered, nameOfCovered } from './coverage-text';
import {
  percentOf,
  type Coverage,
  type CoveredElement,
  type CoveredOperation,
  type Half,
  type RequestPlace,
  type ServiceCoverage,
  type Share,
} from './model';

/** In bytes. */
const largestPage = 2_000_000;
const longestText = 300;

/** It has no script and loads nothing, like the page of a run. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

const halfWords = { written: 'Written', answered: 'Answered' } as const;
const kindWords = { parameter: 'Parameters', value: 'Listed values', response: 'Responses' } as const;
const totalWords = {
  operations: 'Operations',
  parameters: 'Parameters',
  values: 'Listed values',
  responses: 'Responses',
} as const;

/** Returns what is covered as one page of HTML that folds without a script: what has no request comes first. */
export function coverageHtml(coverage: Coverage, version: string): string {
  const room: Room = { left: largestPage };
  const halves = halvesOf(coverage);
  const title = titleOf(coverage);
  return [
    '<!doctype html>',
    '<html lang="en">',
    `<head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="viewport" content="width=device-width"><meta name="referrer" content="no-referrer"><title>${title}</title><style>${reportStyle}</style></head>`,
    '<body>',
    `<header><h1>${title}</h1><dl class="facts"><div><dt>Services</dt><dd>${line(room, coverage.services.map((one) => one.title).join(', '), longestText)}</dd></div><div><dt>Other requests</dt><dd>${withCommas(coverage.others)}</dd></div><div><dt>Rulebook</dt><dd>${line(room, version, 50)}</dd></div></dl></header>`,
    '<main>',
    ...coverage.services.map((service, index) => serviceHtml(service, `s${index + 1}`, halves, room)),
    '</main>',
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

function titleOf({ services }: Coverage): string {
  const all = services.flatMap(({ operations }) => operations);
  return `${withCommas(all.filter(isCovered).length)} of ${count(all.length, 'operation')} covered`;
}

function serviceHtml(
  { title, operations, totals }: ServiceCoverage,
  id: string,
  halves: readonly Half[],
  room: Room,
): string {
  const shown = line(room, title, longestText);
  const bare = operations.filter((one) => !isCovered(one));
  const covered = operations.filter(isCovered);
  const rows = Object.entries(totals).map(([name, share]: [string, Share]) => {
    const cells = halves.map(
      (half) =>
        `<td class="number">${withCommas(share[half])} of ${withCommas(share.all)}<td class="number">${share.all === 0 ? '–' : `${percentOf(share, half)} %`}`,
    );
    return `<tr><th scope="row">${totalWords[name as keyof typeof totalWords]}${cells.join('')}`;
  });
  const columns = halves.map(
    (half) => `<th scope="col" class="number">${halfWords[half]}<th scope="col" class="number">Share`,
  );
  const rest = (left: number) => `<p class="quiet">${withCommas(left)} more are left out.</p>`;
  const part = (words: string, key: string, all: readonly CoveredOperation[]) =>
    all.length === 0
      ? ''
      : `<section aria-labelledby="${id}${key}"><h2 id="${id}${key}">${shown}: ${words}</h2>\n${items(room, all, (one) => operationHtml(one, halves, room), rest)}</section>`;
  return [
    `<section aria-labelledby="${id}"><h2 id="${id}">${shown}</h2>`,
    `<table><thead><tr><th scope="col">What${columns.join('')}</thead>\n<tbody>\n${rows.join('\n')}\n</tbody></table></section>`,
    part('without a request', 'b', bare),
    part('with requests', 'c', covered),
  ].join('\n');
}

function operationHtml(operation: CoveredOperation, halves: readonly Half[], room: Room): string {
  const { requests, answers, elements, title, isDeprecated, undescribed } = operation;
  const lacks = halves.some((half) => elements.some((one) => !one[half])) || undescribed.length > 0;
  const [kind, words] = !isCovered(operation)
    ? (['failed', 'No request'] as const)
    : lacks
      ? (['error', 'In part'] as const)
      : (['passed', 'Covered'] as const);
  const counts = [
    count(requests.length, 'request'),
    ...(halves.includes('answered') ? [`${withCommas(answers)} answered`] : []),
  ].join(' · ');
  const groups = Object.entries(kindWords).flatMap(([key, name]) => {
    const own = elements.filter((one) => one.kind === key);
    return own.length === 0 ? [] : [groupHtml(name, own, halves, room)];
  });
  const unknown =
    undescribed.length === 0 ? '' : `<p class="why">Received and not described: ${undescribed.join(', ')}.</p>`;
  return [
    `<details class="${kind}"><summary><h3>${line(room, nameOfCovered(operation), longestText)}</h3><span class="${kind} mark">${words}</span><span class="number">${counts}</span></summary>`,
    `<div class="more"><p>${line(room, title, longestText)}${isDeprecated ? ' (deprecated)' : ''}</p>${unknown}`,
    ...groups,
    requests.length === 0
      ? ''
      : `<h4>Requests</h4><p>${requests
          .slice(0, 20)
          .map((one) => placeHtml(one, room))
          .join(', ')}${requests.length > 20 ? `, and ${requests.length - 20} more` : ''}</p>`,
    '</div></details>\n',
  ].join('');
}

function groupHtml(name: string, elements: readonly CoveredElement[], halves: readonly Half[], room: Room): string {
  const lines = items(
    room,
    elements,
    (element) => {
      const missing = halves.filter((half) => !element[half]);
      const kind = missing.length === 0 ? 'passed' : missing.length === halves.length ? 'failed' : 'error';
      const words = missing.length === 0 ? 'exercised' : `not ${missing.join(', not ')}`;
      return `<li><span class="${kind} mark"></span><code>${line(room, element.name, longestText)}</code> <span class="quiet">${words}</span></li>`;
    },
    (left) => `<li class="quiet">${withCommas(left)} more</li>`,
  );
  return `<h4>${name}</h4><ul>${lines}</ul>`;
}

function placeHtml({ file, line: number }: RequestPlace, room: Room): string {
  return `<code>${line(room, number === undefined ? file : `${file}:${number}`, longestText)}</code>`;
}
