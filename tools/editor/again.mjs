/** Does something and checks it, up to five times: for keys and moves that are harmless to repeat. */
export async function again(action, check) {
  for (let attempt = 1; ; attempt++) {
    try {
      await action();
      return await check();
    } catch (error) {
      if (attempt === 5) throw error;
    }
  }
}
