/** In characters; longer names of requests are cut in titles. */
const longestName = 40;

/** Returns the title of the tab of a response: what the request is called, and the status. */
export function titleOfTab(label: string, status?: number): string {
  const name = label.length > longestName ? `${label.slice(0, longestName - 1)}…` : label;
  return status === undefined ? name : `${name} · ${status}`;
}

/** Returns a label, which may hold anything, as a part of a path. */
export function namePart(label: string): string {
  return label
    .replace(/[\\/:*?"<>|\s]+/g, ' ')
    .trim()
    .slice(0, 60);
}
