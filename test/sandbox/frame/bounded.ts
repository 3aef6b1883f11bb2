/**
 * Keeps a property that fails from being shrunk for ever: each try plays a whole sandbox, and no timeout of a test can interrupt it. What
 * was found by then is reported.
 */
export const bounded = { interruptAfterTimeLimit: 15_000 } as const;
