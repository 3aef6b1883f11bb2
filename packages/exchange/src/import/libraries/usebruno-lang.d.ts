// The modules of the package that read its language; its main module would load a reader of files, too.
declare module '@usebruno/lang/v2/src/bruToJson.js' {
  const read: (text: string) => unknown;
  export default read;
}
declare module '@usebruno/lang/v2/src/envToJson.js' {
  const read: (text: string) => unknown;
  export default read;
}
declare module '@usebruno/lang/v2/src/collectionBruToJson.js' {
  const read: (text: string) => unknown;
  export default read;
}
