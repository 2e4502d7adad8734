/**
 * Checks four rules: every used key has a text, every text is used, no text is hard-coded, and every language has all texts
 * (translations.ts). The compiler checks computed keys (web/src/lib/i18n/keys.d.ts).
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { batchKinds } from '#shared/batch/batch.ts';
import { type ErrorCode, errors, tileOf } from '#shared/errors.ts';
import { languages } from '#shared/languages.ts';
import { checkHardCoded } from './hard-coded-texts.ts';
import { type Finding, lineAt, readSources, report, type SourceFile, type SyntaxNode, stringOf, walk } from './source-file.ts';
import { checkTranslation, type Locale, lineOf, parseLocale, type SameWords, withoutPlural } from './translations.ts';

/**
 * The uses of texts in the code. `required` contains the keys that need a text. `literals` contains strings that may be keys. A prefix
 * matches every key that starts with this prefix.
 */
type Uses = { required: { key: string; isPrefix: boolean; path: string; line: number }[]; literals: Set<string>; prefixes: Set<string> };

export function checkLocale(locale: Locale, sources: SourceFile[]): Finding[] {
  const uses = usesIn(sources);
  const keys = [...locale.texts.keys()];
  const knownKeys = new Set(keys.map(withoutPlural));
  const exists = (key: string, isPrefix: boolean) =>
    isPrefix ? [...knownKeys].some((knownKey) => knownKey.startsWith(key)) : knownKeys.has(key);
  return [
    ...uses.required
      .filter(({ key, isPrefix }) => !exists(key, isPrefix))
      .map(({ key, isPrefix, path, line }) => ({
        path,
        line,
        message: `uses ${key}${isPrefix ? '…' : ''}, which ${locale.path} does not contain`,
      })),
    ...keysRequiredByErrors()
      .filter((key) => !knownKeys.has(key))
      .map((key) => ({ path: locale.path, line: 1, message: `has no text for ${key}` })),
    ...keys
      .filter((key) => !isUsed(key, uses))
      .map((key) => ({ path: locale.path, line: lineOf(locale, key), message: `contains ${key}, which no code uses` })),
  ];
}

/** Every error needs a text, and every failure class needs a text for failed tiles of each kind. */
function keysRequiredByErrors(): string[] {
  const codes = Object.keys(errors) as ErrorCode[];
  const classes = new Set(codes.map(tileOf));
  const tiles = batchKinds.flatMap((kind) => [...classes].map((name) => `${kind}_generator.errors.${name}`));
  return [...codes.map((code) => `errors.${code}`), ...tiles];
}

function isUsed(key: string, { literals, prefixes }: Uses): boolean {
  const [top, name = ''] = key.split('.');
  // Every code matches the prefix `errors.`, so this prefix does not show whether a code still exists. The source of the page contains the
  // codes that only the page uses.
  if (top === 'errors') return Object.hasOwn(errors, name) || literals.has(name);
  return literals.has(key) || literals.has(withoutPlural(key)) || [...prefixes].some((prefix) => key.startsWith(prefix));
}

function usesIn(sources: SourceFile[]): Uses {
  const uses: Uses = { required: [], literals: new Set(), prefixes: new Set() };
  for (const { path, text, program } of sources) {
    const addRequiredKeys = (node: unknown) => {
      for (const { key, isPrefix } of keysOf(node))
        uses.required.push({ key, isPrefix, path, line: lineAt(text, (node as SyntaxNode).start) });
    };
    walk(program, (node) => {
      // A table or a property may contain a key that is passed to `t` later. So every string that is equal to a key counts as a use.
      for (const { key, isPrefix } of literalKeys(node)) (isPrefix ? uses.prefixes : uses.literals).add(key);
      if (isTranslation(node)) addRequiredKeys((node.arguments as unknown[])[0]);
      if (node.type === 'JSXAttribute' && (node.name as SyntaxNode).name === 'i18nKey')
        addRequiredKeys(expressionOf(node.value as SyntaxNode));
    });
  }
  return uses;
}

/** Returns true for `t(…)` and `i18n.t(…)`. */
function isTranslation({ type, callee }: SyntaxNode): boolean {
  if (type !== 'CallExpression') return false;
  const { name, property } = callee as { name?: string; property?: { name?: string } };
  return name === 't' || property?.name === 't';
}

const expressionOf = (value: SyntaxNode): unknown => (value.type === 'JSXExpressionContainer' ? value.expression : value);

type Key = { key: string; isPrefix: boolean };

/** Returns the possible keys of an argument of `t`, or no keys if the argument is a variable. */
function keysOf(node: unknown): Key[] {
  const { type, consequent, alternate } = (node ?? {}) as SyntaxNode;
  return type === 'ConditionalExpression' ? [...keysOf(consequent), ...keysOf(alternate)] : literalKeys((node ?? {}) as SyntaxNode);
}

/**
 * Returns the text of a literal, or the fixed start of a template up to its last dot: `errors.` for `errors.${code}`. For a template
 * that starts with `${kind}`, returns the keys of every batch kind.
 */
function literalKeys(node: SyntaxNode): Key[] {
  const text = stringOf(node);
  if (text !== undefined) return [{ key: text, isPrefix: false }];
  if (node.type !== 'TemplateLiteral') return [];
  const [first = '', ...later] = (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked);
  const [variable] = node.expressions as { name?: string }[];
  const [second = '', ...following] = later;
  if (first === '' && variable?.name === 'kind' && second !== '')
    return batchKinds.flatMap((kind) => keyFrom(kind + second, following.length > 0));
  return keyFrom(first, later.length > 0);
}

function keyFrom(start: string, isPrefix: boolean): Key[] {
  return isPrefix && !/^[a-z_]+\./.test(start) ? [] : [{ key: start, isPrefix }];
}

const englishPath = 'locales/en/common.json';
/** A file that lists, for each language, the keys whose text is intentionally the same as in English. */
const sameWordsPath = 'locales/same-as-english.json';

/** Returns the errors in the English texts. If there are errors, the page cannot be built. */
export function checkEnglish(root: string): Finding[] {
  if (!existsSync(join(root, englishPath))) return [{ path: englishPath, line: 1, message: 'is missing' }];
  return checkLocale(readLocale(root, englishPath), readAll(root));
}

const readLocale = (root: string, path: string): Locale => parseLocale(path, readFileSync(join(root, path), 'utf8'));

// shared/ is included, because objects in it may contain text keys, for example animation styles (docs/spec.md 5.10).
const readAll = (root: string): SourceFile[] =>
  readSources(root, ['web/src/**/*.{ts,tsx}', '{shared,lambdas}/**/*.ts']).filter(({ path }) => !/\.test\.tsx?$/.test(path));

/** Finds offered languages without a folder, and folders of languages that are not offered. */
export function checkOfferedLanguages(offeredNames: readonly string[], folders: readonly string[]): Finding[] {
  const finding = (path: string, message: string): Finding => ({ path, line: 1, message });
  return [
    ...offeredNames
      .filter((name) => !folders.includes(name))
      .map((name) => finding('shared/languages.ts', `contains ${name}, but locales/${name}/ does not exist`)),
    ...folders
      .filter((name) => !offeredNames.includes(name))
      .map((name) => finding(`locales/${name}/common.json`, 'is not in shared/languages.ts')),
  ];
}

function checkAll(root: string): Finding[] {
  const paths = globSync('locales/*/common.json', { cwd: root }).sort();
  const findings = [
    ...checkEnglish(root),
    ...checkHardCoded(readSources(root, ['web/src/**/*.tsx']).filter(({ path }) => !/\.test(-support)?\.tsx$/.test(path))),
  ];
  if (!paths.includes(englishPath)) return findings;
  const english = readLocale(root, englishPath);
  const sameWords = JSON.parse(readFileSync(join(root, sameWordsPath), 'utf8')) as SameWords;
  const nameOf = (path: string) => basename(dirname(path));
  return [
    ...findings,
    ...checkOfferedLanguages(Object.keys(languages), paths.map(nameOf)),
    ...paths
      .filter((path) => path !== englishPath)
      .flatMap((path) =>
        checkTranslation({ english, other: readLocale(root, path), language: nameOf(path), same: sameWords[nameOf(path)] ?? [] }),
      ),
    // English is checked too, because it must have all its plural forms.
    ...checkTranslation({ english, other: english, language: 'en', same: 'all' }),
  ];
}

if (import.meta.main) report('locales', checkAll(fileURLToPath(new URL('../..', import.meta.url))));
