/** Returns whether a client's change of a document is one: a text, and where it goes if it is not the whole document. */
export function isChange(change: unknown): boolean {
  if (typeof change !== 'object' || change === null || !('text' in change) || typeof change.text !== 'string')
    return false;
  if (!('range' in change)) return true;
  const { range } = change;
  return (
    typeof range === 'object' &&
    range !== null &&
    'start' in range &&
    'end' in range &&
    isPosition(range.start) &&
    isPosition(range.end)
  );
}

function isPosition(position: unknown): boolean {
  if (typeof position !== 'object' || position === null || !('line' in position) || !('character' in position))
    return false;
  return Number.isInteger(position.line) && Number.isInteger(position.character);
}
