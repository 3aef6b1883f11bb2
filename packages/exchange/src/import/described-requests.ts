import type { Service } from '@rulebook/catalogue/service';
import type { DescriptionProblem } from '@rulebook/description/compiled';
import type { PackedDescription } from '@rulebook/description/packed';
import { importDescription, type DescribedRequests } from './import-description';
import { writeRequests, type WriteOptions, type WrittenRequests } from './write-requests';

/** Where a server of one's own usually is while it is developed. */
const usualOrigin = 'http://localhost:8080';

/** What is wrong with a description, or not used of it; its place is not always known. */
type KnownProblem = Pick<DescriptionProblem, 'message' | 'file'> & Partial<Pick<DescriptionProblem, 'pointer'>>;

/** More is counted. */
const maxNotes = 8;

/** Returns the requests of a described service as a request file. `problems` of the description are said as notes: what is not used of it is not in the requests. */
export function describedRequests(
  service: Service,
  options: DescribedRequests & WriteOptions & { readonly problems?: readonly KnownProblem[] },
): WrittenRequests | { readonly problem: string } {
  const read = importDescription(service, options);
  if (read.requests.length === 0) return { problem: 'it describes no operation' };
  return writeRequests({ ...read, notes: [...read.notes, ...notesOfProblems(options.problems ?? [])] }, options);
}

function notesOfProblems(problems: readonly KnownProblem[]): readonly string[] {
  const notes = problems.map(({ message, file = '', pointer }) => `${message.replace(/\.$/, '')} (${file}${pointer})`);
  const more = notes.length - maxNotes;
  return more > 0 ? [...notes.slice(0, maxNotes), `${more} more: \`rulebook describe\` lists all`] : notes;
}

/** Returns the base URLs that a description offers, the first one first. A relative one belongs to the place that serves the description, so it is tried on this computer. */
export function offeredBaseUrls({
  baseUrls = [],
  relativeUrls = [],
}: Pick<PackedDescription, 'baseUrls' | 'relativeUrls'>): readonly string[] {
  const offered = [...baseUrls, ...relativeUrls.map((path) => `${usualOrigin}${path === '/' ? '' : path}`)];
  return offered.length === 0 ? [usualOrigin] : [...new Set(offered)];
}
