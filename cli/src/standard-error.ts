let opened: NodeJS.WriteStream | undefined;
let watch: (stream: NodeJS.WriteStream) => void = () => undefined;

/** Returns standard error, which is opened when there is something to say: to open a pipe loads all that connections need, and most commands say nothing. */
export function standardError(): NodeJS.WriteStream {
  if (opened === undefined) {
    opened = process.stderr;
    watch(opened);
  }
  return opened;
}

/** Lets `receive` have standard error once it is opened. */
export function whenErrorOpens(receive: (stream: NodeJS.WriteStream) => void): void {
  watch = receive;
}
