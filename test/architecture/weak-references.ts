/** Returns the lines, counted from 1, that create a weak map, set or reference without a comment on the line above. */
export function unexplainedWeak(text: string): readonly number[] {
  const lines = text.split('\n');
  return lines.flatMap((line, index) => {
    const [code = ''] = line.split('//');
    const isExplained = /^\s*(?:\/\/|\/\*\*|\*)/.test(lines[index - 1] ?? '');
    return /\bnew Weak(?:Map|Set|Ref)\b/.test(code) && !isExplained ? [index + 1] : [];
  });
}
