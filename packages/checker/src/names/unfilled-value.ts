/** Returns what stands for a value that is still to be written: a variable that no one defines, so a request with it is not sent. */
export function unfilledValue(name: string): string {
  return `{{value of ${name}}}`;
}

/** Returns the variable whose value is still to be written, by the name in a placeholder; undefined for any other placeholder. */
export function unfilledNameIn(written: string): string | undefined {
  return /^value of ([A-Za-z_][\w.-]*)$/.exec(written.trim())?.[1];
}
