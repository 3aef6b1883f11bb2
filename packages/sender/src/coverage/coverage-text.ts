import { count, withCommas } from '@rulebook/text/count';
import { percentOf, type Coverage, type CoveredOperation, type Half, type ServiceCoverage, type Share } from './model';

/** More operations without a request are not listed one by one. */
const maxListed = 100;
/** More missing parts of an operation are counted. */
const maxMissing = 6;

/** Returns the halves that a report shows. */
export function halvesOf({ hasAnswers }: Coverage): readonly Half[] {
  return hasAnswers ? ['written', 'answered'] : ['written'];
}

/** Returns what is covered as lines for people: an operation a line, with what of it is missing. */
export function coverageText(coverage: Coverage): string {
  const { services, others } = coverage;
  const halves = halvesOf(coverage);
  const parts = services.map((service) => textOfService(service, halves));
  const rest =
    others === 0
      ? ''
      : `${count(others, 'request')} ${others === 1 ? 'is' : 'are'} of no operation of ${services.length === 1 ? 'this service' : 'these services'}.\n`;
  return parts.join('\n') + (rest === '' ? '' : `\n${rest}`);
}

function textOfService({ title, service, operations, totals }: ServiceCoverage, halves: readonly Half[]): string {
  const covered = operations.filter(isCovered);
  const bare = operations.filter((operation) => !isCovered(operation));
  const listed = bare.slice(0, maxListed);
  const width = Math.min(50, Math.max(0, ...[...covered, ...listed].map((one) => nameOfCovered(one).length)));
  const more =
    bare.length === listed.length
      ? []
      : [`  … and ${withCommas(bare.length - listed.length)} more without a request; --format json lists all`];
  return [
    title === service ? title : `${title} (${service})`,
    '',
    ...covered.flatMap((operation) => linesOfOperation(operation, width, halves)),
    ...listed.map((operation) => `  - ${nameOfCovered(operation).padEnd(width)}  no request${markOf(operation)}`),
    ...more,
    '',
    ...totalLines(totals, halves),
    '',
  ].join('\n');
}

/** Returns the numbers of a service, each in a line. */
function totalLines(totals: ServiceCoverage['totals'], halves: readonly Half[]): readonly string[] {
  return Object.entries(totals).map(([name, share]: [string, Share]) => {
    const numbers = halves.map((half) => {
      const number = `${withCommas(share[half])} of ${withCommas(share.all)} (${percentOf(share, half)} %)`;
      return halves.length === 1 ? number : `${wordOf(half)} ${number}`;
    });
    return `  ${name.padEnd(11)} ${share.all === 0 ? 'none described' : numbers.join(', ')}`;
  });
}

function linesOfOperation(operation: CoveredOperation, width: number, halves: readonly Half[]): readonly string[] {
  const { requests, answers, undescribed } = operation;
  const counts = [
    count(requests.length, 'request'),
    ...(halves.includes('answered') ? [`${withCommas(answers)} answered`] : []),
  ].join(', ');
  const missing = halves.map((half) => ({ half, texts: missingOf(operation, half) }));
  const isComplete = missing.every(({ texts }) => texts.length === 0) && undescribed.length === 0;
  return [
    `  ${isComplete ? '✓' : '~'} ${nameOfCovered(operation).padEnd(width)}  ${counts}${markOf(operation)}`,
    ...missing.flatMap(({ half, texts }) =>
      texts.length === 0 ? [] : [`      not ${wordOf(half)}: ${inShort(texts)}`],
    ),
    ...(undescribed.length === 0 ? [] : [`      answered and not described: ${undescribed.join(', ')}`]),
  ];
}

/** Returns what of an operation a half does not exercise. */
function missingOf({ elements, answers }: CoveredOperation, half: Half): readonly string[] {
  if (half === 'answered' && answers === 0) return ['the operation'];
  return elements.filter((one) => !one[half]).map(({ name }) => name);
}

/** Returns what a half is called. */
export function wordOf(half: Half): string {
  return half;
}

/** Returns an operation as it is named. */
export function nameOfCovered({ method, path }: Pick<CoveredOperation, 'method' | 'path'>): string {
  return `${method} ${path}`;
}

/** Returns whether a request of an operation is written or was answered. */
export function isCovered({ requests, answers }: CoveredOperation): boolean {
  return requests.length > 0 || answers > 0;
}

function markOf({ isDeprecated }: CoveredOperation): string {
  return isDeprecated ? ' [deprecated]' : '';
}

function inShort(texts: readonly string[]): string {
  const shown = texts.slice(0, maxMissing).join(', ');
  return texts.length <= maxMissing ? shown : `${shown}, and ${texts.length - maxMissing} more`;
}
