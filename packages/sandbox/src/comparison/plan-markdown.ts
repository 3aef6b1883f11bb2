import type { DeclaringSource, MemberChange, PlannedResource, ResourcePlan, ResourceState } from './model';
import { summaryLines, valueText } from './plan-text';

/** The headings, in the order of what matters most. */
const headings: readonly (readonly [state: ResourceState, heading: string])[] = [
  ['deleted', 'Deleted'],
  ['changed', 'Changed'],
  ['created', 'Created'],
  ['unknown', 'Not known'],
  ['unchanged', 'Unchanged'],
];

/** Returns the plan as Markdown, for a pull request or a page; `endpoint` is the name of what was read. */
export function planMarkdown({ resources, others }: ResourcePlan, elsewhere: number, endpoint: string): string {
  const parts = headings.map(([state, heading]) => {
    const own = resources.filter((one) => one.state === state);
    if (own.length === 0) return [];
    return ['', `### ${heading}`, '', ...tableOf(state, own)];
  });
  return [
    `## Compared with ${cell(endpoint)}`,
    '',
    ...summaryLines(resources, others, elsewhere).flatMap((line) => [line, '']),
    ...parts.flat().slice(1),
    '',
  ].join('\n');
}

function tableOf(state: ResourceState, resources: readonly PlannedResource[]): readonly string[] {
  if (state === 'created' || state === 'unchanged')
    return [
      ...head('Where', 'Resource'),
      ...resources.map((one) => {
        const notes = one.unknown.map((member) => `; ${unknownText(member)}`).join('');
        return row(placesOf(one), nameOfResource(one) + cell(notes));
      }),
    ];
  return [
    ...head('Where', 'Resource', 'What'),
    ...resources.map((one) => {
      const lines = [
        ...(one.reason === undefined ? [] : [cell(one.reason)]),
        ...one.changes.map(changeText),
        ...one.unknown.map((member) => cell(unknownText(member))),
      ];
      return row(placesOf(one), nameOfResource(one), lines.join('<br>'));
    }),
  ];
}

function head(...names: readonly string[]): readonly string[] {
  return [row(...names), row(...names.map(() => '---'))];
}

function row(...cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function placesOf({ sources }: PlannedResource): string {
  return cell(sources.map(placeText).join(', '));
}

function placeText({ file, line }: DeclaringSource): string {
  return line === undefined ? file : `${file}:${line}`;
}

function nameOfResource({ resource, noun }: PlannedResource): string {
  return noun === undefined ? code(resource) : `${code(resource)} (${cell(noun)})`;
}

function changeText({ path, declared, actual }: MemberChange): string {
  const at = path === '' ? 'all of it' : code(path);
  if (actual === undefined) return `${at}: ${code(valueText(declared))} in the file, absent at the endpoint`;
  if (declared === undefined) return `${at}: absent in the file, ${code(valueText(actual))} at the endpoint`;
  return `${at}: ${code(valueText(declared))} in the file, ${code(valueText(actual))} at the endpoint`;
}

function unknownText({ path, reason }: PlannedResource['unknown'][number]): string {
  return `${path === '' ? 'all of it' : path}: not known, since ${reason}`;
}

/** What a service has written stays text: as code, nothing in it is a mark or a tag. */
function code(text: string): string {
  const line = text.replace(/\s+/g, ' ').replaceAll('|', '\\|');
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  const space = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${fence}${space}${line}${space}${fence}`;
}

/** A bar would end the cell, and a tag would be one of the page. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replace(/\s+/g, ' ');
}
