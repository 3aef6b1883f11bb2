/** Returns whether a process runs; the one that started this one has ended, too, when this one has got another parent. */
export function isRunning(id: number, isParent: boolean): boolean {
  if (isParent && process.ppid !== id) return false;
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    // It may belong to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
