/**
 * Checks that the files of each folder import only allowed files and packages. Each product area, such as `batch`, has a folder with the
 * same name in every layer.
 */
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Finding, lineAt, readSources, report, type SourceFile, stringOf, walk } from './source-file.ts';

export type Import = { to: string; line: number; isType: boolean };

/** Product areas that other areas may import. */
const sharedLambdaWords = ['batch', 'credits'];
const sharedFeatures = [
  'ai-write',
  'auth',
  'batch',
  'credits',
  'download',
  'finish',
  'legal',
  'marketplaces',
  'order',
  'package',
  'preset',
  'ratio',
  'readiness',
  'review',
  'run-name',
  'upload',
];
/** Folders below lambdas/ that are not product areas. */
const lambdaLayers = ['vendors', 'store', 'media', 'platform'];
const forbiddenFolders = ['utils', 'helpers', 'common'];

/**
 * The allowed imports of a file: its own folder, files whose path begins with an entry of `files`, and packages. Without `packages`, all
 * packages are allowed.
 */
type Allowance = { ownFolder: string; files: string[]; packages?: string[] };

function allowanceOf(path: string): Allowance | undefined {
  const [layer = '', second = '', word = ''] = path.split('/');
  if (layer === 'shared') return { ownFolder: 'shared/', files: [], packages: ['zod'] };
  if (layer === 'lambdas' && second === 'platform') return { ownFolder: 'lambdas/platform/', files: ['shared/'] };
  if (layer === 'lambdas' && (second === 'vendors' || second === 'store' || second === 'media'))
    return { ownFolder: `lambdas/${second}/`, files: ['shared/', 'lambdas/platform/'] };
  if (layer === 'lambdas')
    return {
      ownFolder: `lambdas/${second}/`,
      files: ['shared/', ...[...lambdaLayers, ...sharedLambdaWords].map((name) => `lambdas/${name}/`)],
    };
  if (layer === 'infra') return { ownFolder: 'infra/', files: ['shared/'] };
  if (layer === 'local') return { ownFolder: 'local/', files: ['shared/', 'infra/', 'tools/build/', 'tools/ops/operators-file.ts'] };
  if (layer !== 'web' || second !== 'src') return undefined;
  if (word === 'lib') return { ownFolder: 'web/src/lib/', files: ['shared/'] };
  if (word === 'ui') return { ownFolder: 'web/src/ui/', files: ['shared/', 'web/src/lib/'] };
  if (word !== 'features') return undefined;
  return {
    ownFolder: path.split('/').slice(0, 4).join('/').concat('/'),
    files: ['shared/', 'web/src/lib/', 'web/src/ui/', 'web/src/app/paths.ts', ...sharedFeatures.map((name) => `web/src/features/${name}/`)],
  };
}

/** Returns all imports and re-exports of a file, including types. Paths of our own files start at the root. */
export function importsOf({ path, text, program }: SourceFile): Import[] {
  const imports: Import[] = [];
  walk(program, (node) => {
    const source = ['ImportDeclaration', 'ExportNamedDeclaration', 'ExportAllDeclaration', 'ImportExpression', 'TSImportType'].includes(
      node.type,
    )
      ? stringOf(node.source ?? node.argument)
      : undefined;
    const isType = node.type === 'TSImportType' || node.importKind === 'type' || node.exportKind === 'type';
    if (source) imports.push({ to: resolve(path, source), line: lineAt(text, node.start), isType });
  });
  return imports;
}

function resolve(from: string, source: string): string {
  if (source.startsWith('.')) return normalize(join(dirname(from), source));
  return source.replace(/^#(shared|lambdas|infra|local|tools|tests)\//, '$1/').replace(/^#web\//, 'web/src/');
}

const isOurs = (to: string): boolean => /^(shared|lambdas|infra|local|tools|tests|web)\//.test(to);
const isTest = (path: string): boolean => /\.test(-support)?\.tsx?$/.test(path);

export function checkImports(files: SourceFile[]): Finding[] {
  const imports = new Map(files.map((file) => [file.path, importsOf(file)]));
  return [
    ...files.flatMap((file) => findForbiddenImports(file.path, imports.get(file.path) ?? [])),
    ...files.flatMap((file) => findDecoderImports(file.path, imports.get(file.path) ?? [])),
    ...files.flatMap(findVagueFolderName),
    ...files.flatMap(findBarrel),
    ...findCycles(imports),
  ];
}

/**
 * Tests of the product must not import the local cloud or the fixtures. If a test needs them, it is in tests/lambdas. Other tests may
 * import everything.
 */
const allowanceOfTests: Record<string, Allowance> = {
  shared: { ownFolder: 'shared/', files: ['locales/', 'web/public/'] },
  lambdas: { ownFolder: 'lambdas/', files: ['shared/'] },
};

function findForbiddenImports(path: string, imports: Import[]): Finding[] {
  const allowance = isTest(path) ? allowanceOfTests[path.split('/')[0] ?? ''] : allowanceOf(path);
  if (!allowance) return [];
  const { ownFolder, files, packages } = allowance;
  return imports
    .filter(({ to }) => {
      if (isOurs(to)) return !to.startsWith(ownFolder) && !files.some((prefix) => to.startsWith(prefix));
      return packages !== undefined && !packages.includes(to);
    })
    .map(({ to, line }) => ({ path, line, message: `may not import ${to}` }));
}

/** Only this file may import sharp, because this file enables five image types and disables all others. */
const decoderFile = 'lambdas/platform/picture.ts';

function findDecoderImports(path: string, imports: Import[]): Finding[] {
  if (!path.startsWith('lambdas/') || path === decoderFile || isTest(path)) return [];
  return imports
    .filter(({ to, isType }) => to === 'sharp' && !isType)
    .map(({ to, line }) => ({ path, line, message: `may not import ${to}: use ${decoderFile}` }));
}

function findVagueFolderName({ path }: SourceFile): Finding[] {
  const folder = dirname(path)
    .split('/')
    .find((name) => forbiddenFolders.includes(name));
  return folder ? [{ path, line: 1, message: `is in a folder called ${folder}, a name that does not describe its content` }] : [];
}

/** A barrel is a file that only re-exports from other files. */
function findBarrel({ path, program }: SourceFile): Finding[] {
  const statements = program.body as { type: string; source?: unknown }[];
  const isBarrel = statements.length > 0 && statements.every(({ type, source }) => type.startsWith('Export') && source);
  return isBarrel ? [{ path, line: 1, message: 'is a barrel: import from the files themselves' }] : [];
}

/**
 * Reports each cycle once, at the import that completes the cycle. Type imports also count, because a cycle of types makes the code hard to
 * read too.
 */
function findCycles(imports: Map<string, Import[]>): Finding[] {
  const findings: Finding[] = [];
  const visitedPaths = new Set<string>();
  const visit = (path: string, importers: string[]): void => {
    if (visitedPaths.has(path)) return;
    for (const { to, line } of imports.get(path) ?? []) {
      const start = [...importers, path].indexOf(to);
      if (start >= 0) findings.push({ path, line, message: `closes a cycle: ${[...importers, path].slice(start).concat(to).join(' → ')}` });
      else if (imports.has(to)) visit(to, [...importers, path]);
    }
    visitedPaths.add(path);
  };
  for (const path of imports.keys()) visit(path, []);
  return findings;
}

if (import.meta.main) {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  report('imports', checkImports(readSources(root, ['{shared,lambdas,infra,local,tools,tests,web}/**/*.{ts,tsx}'])));
}
