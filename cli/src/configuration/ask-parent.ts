/**
 * Asks the program that started this one, which asks its user; absent unless the server for language models or the editor has
 * started it with a channel for that.
 */
export const askParent = process.argv.includes('--ask-parent') && process.send !== undefined ? isConfirmed : undefined;

function isConfirmed(question: string): Promise<boolean> {
  return new Promise((resolve) => {
    // Listeners keep the program alive, so both go with the answer.
    const end = (isYes: boolean) => {
      process.off('message', onMessage);
      process.off('disconnect', onDisconnect);
      resolve(isYes);
    };
    const onMessage = (message: unknown) => {
      end((message as { readonly isConfirmed?: unknown } | null)?.isConfirmed === true);
    };
    const onDisconnect = () => {
      end(false);
    };
    process.on('message', onMessage);
    process.on('disconnect', onDisconnect);
    process.send?.({ question });
  });
}
