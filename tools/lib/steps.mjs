/** More than this without a word looks like a standstill, in milliseconds. */
const longestSilence = 4000;

/**
 * Returns a function that does something and says it in one line, with the seconds that it took. While it goes on, a terminal shows the seconds,
 * and anything else gets a dot now and then.
 * @param {{ write?: (text: string) => void, isTerminal?: boolean }} [options]
 * @returns {<T>(title: string, run: () => Promise<T>) => Promise<T>}
 */
export function createSteps({
  write = (text) => process.stdout.write(text),
  isTerminal = process.stdout.isTTY === true,
} = {}) {
  return async (title, run) => {
    const began = performance.now();
    const seconds = () => (performance.now() - began) / 1000;
    write(`${title} …`);
    const timer = setInterval(
      () => write(isTerminal ? `\r${title} … ${Math.floor(seconds())} s` : ' .'),
      isTerminal ? 1000 : longestSilence,
    );
    try {
      const result = await run();
      write(`${isTerminal ? `\r${title} …` : ''} ${seconds().toFixed(1)} s\n`);
      return result;
    } catch (error) {
      write('\n');
      throw error;
    } finally {
      clearInterval(timer);
    }
  };
}
