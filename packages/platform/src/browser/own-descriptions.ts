import {
  unpackDescription,
  type DescriptionForm,
  type LoadGraphql,
  type PackedDescription,
  type PlacedProblem,
} from '@rulebook/services';
import { compileOwnDescription, packDescription } from '@rulebook/description';
import { uriInside, type WorkspacePort, type WorkspaceText } from './workspace-port';

/** The largest file of a description, in bytes: it is compiled in the thread that also answers the editor. */
const largestFile = 8_000_000;
/** More files are not read. */
const maxFiles = 500;

/** A description that was read, with the URIs of its files; or half a sentence that says why it cannot be. */
type WorkspaceDescription = { readonly files: readonly string[] } & (
  | { readonly compiled?: PackedDescription; readonly problems: readonly (PlacedProblem & { readonly uri: string })[] }
  | { readonly cause: string }
);

/** What is read, as paths from the folder of `rulebook.json`. */
interface DescriptionPlace {
  readonly root: string;
  readonly description: string;
  readonly overlays: readonly string[];
  readonly form?: DescriptionForm | undefined;
}

/** Reads and compiles a description of a workspace, with the files that it refers to. Never rejects. */
export async function readWorkspaceDescription(
  port: Pick<WorkspacePort, 'read'>,
  { root, description, overlays, form }: DescriptionPlace,
  loadGraphql?: LoadGraphql,
): Promise<WorkspaceDescription> {
  const texts = new Map<string, WorkspaceText>();
  const folder = description.slice(0, description.replaceAll('\\', '/').lastIndexOf('/') + 1);
  const read = async (path: string) => {
    const text = await readInWorkspace(port, root, path, largestFile);
    texts.set(path, text);
    return text;
  };
  const files = () => [...texts.keys()].flatMap((path) => uriInside(root, path) ?? []);
  const content = await read(description);
  if ('cause' in content) return { cause: content.cause, files: files() };
  const known = await Promise.all(
    overlays.map(async (path) => ({ file: fromFolder(folder, path), ...(await read(path)) })),
  );
  for (;;) {
    const wanted = new Set<string>();
    const { compiled, problems } = compileOwnDescription({
      name: description.slice(folder.length),
      text: content.text,
      read: (path) => {
        const text = texts.get(folder + path);
        if (text === undefined) wanted.add(folder + path);
        return text ?? { cause: 'it is not read yet' };
      },
      overlays: known,
      form,
      loadGraphql,
    });
    // What was just read may refer to further files.
    if (wanted.size > 0 && texts.size < maxFiles) {
      await Promise.all([...wanted].slice(0, maxFiles).map(read));
      continue;
    }
    const packed = compiled && unpackDescription(packDescription(compiled).join('\n'))?.description;
    const uriOf = (file: string | undefined) =>
      uriInside(root, file === undefined ? description : folder + file) ?? root;
    return {
      ...(packed && { compiled: packed }),
      problems: problems.map((problem) => ({ ...problem, uri: uriOf(problem.file) })),
      files: files(),
    };
  }
}

/** Reads the file at a path from a folder of the workspace, unless it is outside of it. Never rejects. */
export async function readInWorkspace(
  port: Pick<WorkspacePort, 'read'>,
  root: string,
  path: string,
  maximum?: number,
): Promise<WorkspaceText> {
  const uri = uriInside(root, path);
  const text = uri === undefined ? undefined : await port.read(uri, maximum);
  return text ?? { cause: 'it is outside the folder of `rulebook.json`' };
}

/** Returns a path from the workspace's folder as one from the description's. */
function fromFolder(folder: string, path: string): string {
  return path.startsWith(folder) ? path.slice(folder.length) : path;
}
