/** Style sheets are bundled as texts. */
declare module '*.css' {
  const text: string;
  // oxlint-disable-next-line import/no-default-export -- A module that the bundler makes.
  export default text;
}
