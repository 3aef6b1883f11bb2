let turn: Promise<void> | undefined;

/** Resolves in the next turn of the event loop; all who wait for it wait for the same. */
export function nextTurn(): Promise<void> {
  turn ??= new Promise((done) => {
    setImmediate(() => {
      turn = undefined;
      done();
    });
  });
  return turn;
}
