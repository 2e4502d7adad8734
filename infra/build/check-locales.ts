/** Checks that every text the page asks for exists, and that every text there is is asked for. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ErrorCode, errors, tileOf } from '#shared/errors.ts';
import { type Finding, lineAt, readSources, report, type SourceFile, type SyntaxNode, stringOf, walk } from './source-file.ts';

/** A text of the page's language, by its path in the file: `video_generator.errors.rate_limit`. */
export type Locale = { path: string; text: string; keys: string[] };

/** A use that must have a text, and words that may be the name of one. A prefix stands for every key that begins with it. */
type Uses = { required: { key: string; isPrefix: boolean; path: string; line: number }[]; mentioned: Set<string>; prefixes: Set<string> };

const pluralForm = /_(zero|one|two|few|many|other)$/;
const withoutPlural = (key: string): string => key.replace(pluralForm, '');

export function parseLocale(path: string, text: string): Locale {
  return { path, text, keys: keysIn(JSON.parse(text), '') };
}

const keysIn = (value: unknown, path: string): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]) => keysIn(inner, path ? `${path}.${name}` : name))
    : [path];

export function checkLocale(locale: Locale, sources: SourceFile[]): Finding[] {
  const uses = usesIn(sources);
  const known = new Set(locale.keys.map(withoutPlural));
  const exists = (key: string, isPrefix: boolean) => (isPrefix ? [...known].some((one) => one.startsWith(key)) : known.has(key));
  return [
    ...uses.required
      .filter(({ key, isPrefix }) => !exists(key, isPrefix))
      .map(({ key, isPrefix, path, line }) => ({
        path,
        line,
        message: `asks for ${key}${isPrefix ? '…' : ''}, which ${locale.path} lacks`,
      })),
    ...requiredByErrors()
      .filter((key) => !known.has(key))
      .map((key) => ({ path: locale.path, line: 1, message: `lacks ${key}` })),
    ...locale.keys
      .filter((key) => !isUsed(key, uses))
      .map((key) => ({ path: locale.path, line: lineOf(locale, key), message: `holds ${key}, which nothing asks for` })),
  ];
}

/** Every error has a text of its own, and every class of failure the text that a failed tile shows. */
function requiredByErrors(): string[] {
  const codes = Object.keys(errors) as ErrorCode[];
  const classes = new Set(codes.map(tileOf));
  return [...codes.map((code) => `errors.${code}`), ...[...classes].map((name) => `video_generator.errors.${name}`)];
}

function isUsed(key: string, { mentioned, prefixes }: Uses): boolean {
  const [top, name = ''] = key.split('.');
  // The prefix `errors.` alone would keep texts of codes that no longer exist. A code that only the page knows is named there.
  if (top === 'errors') return Object.hasOwn(errors, name) || mentioned.has(name);
  return mentioned.has(key) || mentioned.has(withoutPlural(key)) || [...prefixes].some((prefix) => key.startsWith(prefix));
}

const lineOf = ({ text }: Locale, key: string): number => lineAt(text, Math.max(0, text.indexOf(`"${key.split('.').at(-1)}"`)));

function usesIn(sources: SourceFile[]): Uses {
  const uses: Uses = { required: [], mentioned: new Set(), prefixes: new Set() };
  for (const { path, text, program } of sources) {
    const require = (node: unknown) => {
      for (const { key, isPrefix } of keysOf(node))
        uses.required.push({ key, isPrefix, path, line: lineAt(text, (node as SyntaxNode).start) });
    };
    walk(program, (node) => {
      // A key may pass through a table or a property on its way to `t`: any text that is one counts as a use.
      for (const { key, isPrefix } of literalKeys(node)) (isPrefix ? uses.prefixes : uses.mentioned).add(key);
      if (isTranslation(node)) require((node.arguments as unknown[])[0]);
      if (node.type === 'JSXAttribute' && (node.name as SyntaxNode).name === 'i18nKey') require(expressionOf(node.value as SyntaxNode));
    });
  }
  return uses;
}

/** `t(…)`, `i18n.t(…)` */
function isTranslation({ type, callee }: SyntaxNode): boolean {
  if (type !== 'CallExpression') return false;
  const { name, property } = callee as { name?: string; property?: { name?: string } };
  return name === 't' || property?.name === 't';
}

const expressionOf = (value: SyntaxNode): unknown => (value.type === 'JSXExpressionContainer' ? value.expression : value);

type Key = { key: string; isPrefix: boolean };

/** The keys that an argument of `t` may stand for; none where it is a variable. */
function keysOf(node: unknown): Key[] {
  const { type, consequent, alternate } = (node ?? {}) as SyntaxNode;
  return type === 'ConditionalExpression' ? [...keysOf(consequent), ...keysOf(alternate)] : literalKeys((node ?? {}) as SyntaxNode);
}

/** The text of a literal, or the fixed beginning of a template as far as its last dot: `errors.${code}` stands for `errors.`. */
function literalKeys(node: SyntaxNode): Key[] {
  const text = stringOf(node);
  if (text !== undefined) return [{ key: text, isPrefix: false }];
  if (node.type !== 'TemplateLiteral') return [];
  const quasis = node.quasis as { value: { cooked: string } }[];
  const start = quasis[0]?.value.cooked ?? '';
  if (quasis.length === 1) return [{ key: start, isPrefix: false }];
  return /^[a-z_]+\./.test(start) ? [{ key: start, isPrefix: true }] : [];
}

/** Every other language has the same texts; how many forms a plural has differs. */
export function checkParity(reference: Locale, other: Locale): Finding[] {
  const [wanted, present] = [reference, other].map(({ keys }) => new Set(keys.map(withoutPlural))) as [Set<string>, Set<string>];
  const finding = (message: string): Finding => ({ path: other.path, line: 1, message });
  return [
    ...[...wanted.difference(present)].map((key) => finding(`lacks ${key}`)),
    ...[...present.difference(wanted)].map((key) => finding(`holds ${key}, which ${reference.path} lacks`)),
  ];
}

const referencePath = 'locales/en/common.json';

function checkAll(root: string): Finding[] {
  if (!existsSync(join(root, referencePath))) return [{ path: referencePath, line: 1, message: 'is missing' }];
  const read = (path: string) => parseLocale(path, readFileSync(join(root, path), 'utf8'));
  const english = read(referencePath);
  const others = globSync('locales/*/common.json', { cwd: root }).filter((path) => path !== referencePath);
  // An entity of shared/ may bear its key: an animation style has a name key (SPEC 3).
  const sources = readSources(root, ['web/src/**/*.{ts,tsx}', '{shared,lambdas}/**/*.ts']).filter(
    ({ path }) => !/\.test\.tsx?$/.test(path),
  );
  return [...checkLocale(english, sources), ...others.flatMap((path) => checkParity(english, read(path)))];
}

if (import.meta.main) report('locales', checkAll(fileURLToPath(new URL('../..', import.meta.url))));
