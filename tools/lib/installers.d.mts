export function installersOf(options: {
  readonly manifest: object;
  readonly checksums: Readonly<Record<string, string>>;
}): Readonly<Record<string, string>>;
