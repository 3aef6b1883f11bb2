import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const folder = join(import.meta.dirname, '../../packages/sender/src/ports');
/** Words that other things have for members, too; by these alone, nothing is known to be of a port. */
const common =
  /^(?:system|userAgent|endpoints|judge|answers|cookies|compare|signal|send|during|readFile|rateLimits|scriptBox|evaluateAsserts|compareWithSchema)$/;

function sourceOf(text: string): ts.SourceFile {
  return ts.createSourceFile('file.ts', text, ts.ScriptTarget.Latest, true);
}

/** The ports by their members: `askForValues` is of `ValuesPort`. */
const portOf = new Map(
  readdirSync(folder).flatMap((name) =>
    sourceOf(readFileSync(join(folder, name), 'utf8')).statements.flatMap((statement) =>
      ts.isInterfaceDeclaration(statement) && statement.name.text.endsWith('Port')
        ? statement.members.map(({ name: member }) => [member?.getText() ?? '', statement.name.text] as const)
        : [],
    ),
  ),
);

/** The names of the ports. */
export const ports: ReadonlySet<string> = new Set(portOf.values());

/** What does not know a word of theirs packs nothing. */
const ofPorts = new RegExp(
  `\\b(?:ports\\.|${[...ports, ...[...portOf.keys()].filter((name) => !common.test(name))].join('|')})`,
);

/** Returns where a text puts members of several ports into one object, or makes one type of several ports; each with the ports. */
export function packsIn(text: string): readonly string[] {
  if (!ofPorts.test(text)) return [];
  const packs: string[] = [];
  const note = (found: readonly string[]) => {
    if (new Set(found).size > 1) packs.push([...new Set(found)].join(' and '));
  };
  const visit = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node) && !ts.isSpreadAssignment(node.parent)) note(portsOfObject(node));
    if (ts.isIntersectionTypeNode(node))
      note(node.types.map((type) => type.getText()).filter((name) => ports.has(name)));
    if (ts.isHeritageClause(node)) note(node.types.map((type) => type.getText()).filter((name) => ports.has(name)));
    ts.forEachChild(node, visit);
  };
  visit(sourceOf(text));
  return packs;
}

/** Returns the ports whose members are in an object: by their names, or by `...ports.values`. */
function portsOfObject(object: ts.ObjectLiteralExpression): readonly string[] {
  return object.properties.flatMap((property): readonly string[] => {
    if (ts.isSpreadAssignment(property)) {
      const { expression } = property;
      if (ts.isObjectLiteralExpression(expression)) return portsOfObject(expression);
      const room = ts.isPropertyAccessExpression(expression) ? expression.name.text : '';
      const port = `${room.charAt(0).toUpperCase()}${room.slice(1)}Port`;
      return /(?:^|\.)ports\.\w+$/.test(expression.getText()) && ports.has(port) ? [port] : [];
    }
    const name = property.name.getText();
    return common.test(name) ? [] : [portOf.get(name) ?? []].flat();
  });
}
