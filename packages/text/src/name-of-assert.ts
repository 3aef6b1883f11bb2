/** Returns what an assert or a test of a script is called: as it is written, `?? status == 200`, or by its name. */
export function nameOfAssert({ text, isTest }: { readonly text: string; readonly isTest?: true | undefined }): string {
  return isTest ? text : `?? ${text}`;
}
