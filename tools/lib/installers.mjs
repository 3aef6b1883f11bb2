// What package managers read to install the executables of a release: a formula of Homebrew, a manifest of scoop, and the three of winget. Each holds
// the address of the file in the release and its checksum; the repositories of those managers take them as they are.
import { repositoryOf } from './publishing.mjs';

const executable = /^rulebook-(?<version>[\d.]+)-(?<system>linux|darwin|win32)-(?<processor>x64|arm64)(?:\.exe)?$/;
const wingetSchema = '1.10.0';

/**
 * Returns the files by their names, for the executables that there are. A manager whose systems have none gets no file.
 * @param {{ manifest: Record<string, any>, checksums: Readonly<Record<string, string>> }} options `manifest`: package.json; `checksums`: SHA-256 by
 *   the name of an executable
 * @returns {Readonly<Record<string, string>>}
 */
export function installersOf({ manifest, checksums }) {
  const place = repositoryOf(manifest);
  if (place === undefined)
    throw new Error('package.json has no `repository`, where the executables of a release would be.');
  const product = {
    ...{ description: manifest.description, version: manifest.version, license: manifest.license, web: place.web },
    publisher: manifest.publisher,
  };
  const files = Object.entries(checksums).flatMap(([name, sha256]) => {
    const found = executable.exec(name)?.groups;
    if (found === undefined || found.version !== manifest.version) return [];
    const url = `${place.web}/releases/download/v${manifest.version}/${name}`;
    return [{ name, url, sha256, system: found.system, processor: found.processor }];
  });
  const windows = files.filter(({ system }) => system === 'win32');
  const others = files.filter(({ system }) => system !== 'win32');
  return {
    ...(others.length > 0 && { 'homebrew/rulebook.rb': formula(product, others) }),
    ...(windows.length > 0 && { 'scoop/rulebook.json': scoop(product, windows), ...winget(product, windows) }),
  };
}

/** https://docs.brew.sh/Formula-Cookbook */
function formula({ description, version, license, web }, files) {
  const parts = [
    ['darwin', 'on_macos'],
    ['linux', 'on_linux'],
  ].flatMap(([system, block]) => {
    const own = files.filter((file) => file.system === system);
    if (own.length === 0) return [];
    const each = own.flatMap(({ processor, url, sha256 }) => [
      `    ${processor === 'arm64' ? 'on_arm' : 'on_intel'} do`,
      `      url ${ruby(url)}`,
      `      sha256 ${ruby(sha256)}`,
      '    end',
    ]);
    return [`  ${block} do`, ...each, '  end', ''];
  });
  return `${[
    'class Rulebook < Formula',
    // Homebrew wants no full stop, and at most 80 characters with the name.
    `  desc ${ruby(firstSentence(description, 70))}`,
    `  homepage ${ruby(web)}`,
    `  version ${ruby(version)}`,
    `  license ${ruby(license)}`,
    '',
    ...parts,
    '  def install',
    '    bin.install Dir["rulebook-*"].first => "rulebook"',
    '    generate_completions_from_executable(bin/"rulebook", "completion", shells: [:bash, :zsh, :fish])',
    '  end',
    '',
    '  test do',
    '    assert_match version.to_s, shell_output("#{bin}/rulebook --version")',
    '    (testpath/"keys.http").write "GET /_security/api_key\\n"',
    '    system bin/"rulebook", "check", "keys.http"',
    '  end',
    'end',
  ].join('\n')}\n`;
}

/** https://github.com/ScoopInstaller/Scoop/wiki/App-Manifests */
function scoop({ description, version, license, web }, files) {
  const address = `${web}/releases/download/v$version`;
  const architecture = (change) =>
    Object.fromEntries(files.map((file) => [file.processor === 'arm64' ? 'arm64' : '64bit', change(file)]));
  const manifest = {
    version,
    description,
    homepage: web,
    license,
    architecture: architecture(({ url, sha256 }) => ({ url: `${url}#/rulebook.exe`, hash: sha256 })),
    bin: 'rulebook.exe',
    checkver: { github: web },
    autoupdate: {
      architecture: architecture(({ name }) => ({
        url: `${address}/${name.replace(version, '$version')}#/rulebook.exe`,
        hash: { url: `${address}/${name.replace(version, '$version')}.sha256` },
      })),
    },
  };
  return `${JSON.stringify(manifest, undefined, 4)}\n`;
}

/** https://learn.microsoft.com/windows/package-manager/package/manifest */
function winget({ description, version, license, web, publisher }, files) {
  const identifier = `${publisher}.Rulebook`;
  const write = (type, file, members) => [
    `winget/${identifier}${file}.yaml`,
    `# yaml-language-server: $schema=https://aka.ms/winget-manifest.${type}.${wingetSchema}.schema.json\n${[
      ['PackageIdentifier', identifier],
      ['PackageVersion', version],
      ...members,
      ['ManifestType', type],
      ['ManifestVersion', wingetSchema],
    ]
      .map(([name, value]) => (Array.isArray(value) ? `${name}:\n${value.join('\n')}` : `${name}: ${yaml(value)}`))
      .join('\n')}\n`,
  ];
  const installers = files.flatMap(({ processor, url, sha256 }) => [
    `- Architecture: ${processor}`,
    `  InstallerUrl: ${yaml(url)}`,
    `  InstallerSha256: ${yaml(sha256.toUpperCase())}`,
  ]);
  return Object.fromEntries([
    write('version', '', [['DefaultLocale', 'en-US']]),
    write('installer', '.installer', [
      ['InstallerType', 'portable'],
      ['Commands', ['- rulebook']],
      ['Installers', installers],
    ]),
    write('defaultLocale', '.locale.en-US', [
      ['PackageLocale', 'en-US'],
      ['Publisher', publisher],
      ['PackageName', 'Rulebook'],
      ['PackageUrl', web],
      ['License', license],
      ['ShortDescription', firstSentence(description, 256)],
      ['Moniker', 'rulebook'],
    ]),
  ]);
}

function firstSentence(text, longest) {
  const sentence = text.split(/[.:](?: |$)/)[0];
  return sentence.length <= longest ? sentence : sentence.slice(0, sentence.lastIndexOf(' ', longest));
}

function ruby(text) {
  return `"${text.replace(/["\\#]/g, '\\$&')}"`;
}

function yaml(text) {
  return JSON.stringify(text);
}
