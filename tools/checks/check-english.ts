/**
 * Checks comments, test titles and documents for words that make English hard to read: old words, idioms, and clauses as subjects. It
 * ignores quoted texts, because they can be the exact words of the page or of a vendor.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Finding, lineAt, readSources, report, type SourceFile, stringOf, walk } from './source-file.ts';

type Rule = { pattern: RegExp; advice: string };

/** Each pattern finds words that have a simpler form. */
const rules: Rule[] = [
  {
    pattern: /(?:\b(?:for|to|by|of|from|with|and|that|as|until|or)|[:;])\swho\s(?!(?:else|the)\b)[a-z]+s?\b/,
    advice: 'name the actor instead of "who"',
  },
  { pattern: /^Who\s|\bwhoever\b/i, advice: 'name the actor instead of "who"' },
  {
    pattern: /^What\s(?:is|was|are|were|comes?|came|goes|stands?|lies|has|had|no)\b(?![^?]*\?)/,
    advice: 'name the thing instead of "what"',
  },
  { pattern: /\bwhatever\s(?:it|its|they|becomes?|became|comes?|came|keeps?|was|the|that|whose|lies)\b/i, advice: 'name the thing' },
  {
    pattern: /\bnobody(?:['’]s|\s(?:is|else|knows|waits?|needs|asks?|may|can|but|gets|will|at|would)\b)|\b(?:for|to|by|of|as)\snobody\b/i,
    advice: 'use "no user", "no one" or a passive verb',
  },
  { pattern: /\b(?:somebody|everybody)\b|\bsomeone\shas\sbeen\b/i, advice: 'name the actor' },
  {
    pattern: /\b(?:is|are|was|were)\s(?:not\s|still\s)?to\s(?:be|have|come|look|end|make|show|extend)\b|\bto\sbe\shad\b/,
    advice: 'use must, should or will',
  },
  {
    pattern: /\b(?:is|are|as)\snone\b(?!\sof)|\bthere\s(?:is|are|was|were)\snone\b|\b(?:has|knows?|leaves?|makes)\snone\b/i,
    advice: 'say what is true instead of "none"',
  },
  {
    pattern:
      /[,;:]\sfor\s(?:the|a|an|it|its|they|each|that|this|what|nothing|nobody|we|all|one|no|every|such)\b[^.;,:]{2,60}\b(?:is|are|was|has|have|may|can|cannot|must|would|could|does|do|costs|never)\b/,
    advice: 'use "because"',
  },
  { pattern: /(?<!`)\b(?:stands?|stood)\b(?!-|\s(?:still|for|up|in\sfor)\b)/, advice: 'use be, have, or contain' },
  { pattern: /\b(?:go(?:es|ing)?|went)\son\b/, advice: 'use "continue"' },
  { pattern: /\b(?:lies|lain)\b|\b(?:may|that|files|media|photos|results)\slie\b/, advice: 'use "is"' },
  { pattern: /\b(?:bears?|bore|borne)\b/, advice: 'use "has" or "contains"' },
  { pattern: /\b(?:came|comes?)\s(?:of|to\snothing)\b|\bbec(?:o|a)mes?\sof\b/, advice: 'use "result" or "happen"' },
  { pattern: /\ball\sthe\ssame\b|\bsurely\b/, advice: 'use "anyway"' },
  { pattern: /\bof\s(?:its|their|one['’]s)\sown\b(?!\s[a-z])/, advice: 'use "separate" or "own"' },
  {
    pattern: /\b(?:anew|thrice|seldom|whence|reckon(?:ed|s)?|dear(?:er|est)?|midst|heed|spoilt|unheard)\b|so-and-so/i,
    advice: 'use a modern word',
  },
  { pattern: /\bfor\s(?:good|ever)\b|\bonce\smore\b/, advice: 'use "permanently" or "again"' },
  { pattern: /\bby\slot\b/, advice: 'use "at random"' },
  { pattern: /\bunder\sway\b|\bon\s(?:its|their|his)\sway\b/, advice: 'use "running" or "in progress"' },
  { pattern: /\ba\sperson\s(?:must|is|looks?|has)\b|\bfor\sa\sperson\sto\b/, advice: 'name the role: operator, seller, support' },
  {
    pattern: /(?:^|[.;]\s)Answers\s(?:a|an|the|it|its|how|where|what|when|whether|undefined|false|true)\b/,
    advice: 'a function returns; HTTP responds',
  },
  { pattern: /\bthe\sreconcile\b(?!\s(?:job|pass|function|schedule|test)\b)/i, advice: 'use "the reconcile job"' },
  { pattern: /\b(?:broken?|breaks?|cut)\soff\b/i, advice: 'use "stop", "fail" or "interrupt"' },
  { pattern: /\b(?:is|are|was|be)\s(?:said|told|judged|heard)\sof\b/, advice: 'name the actor' },
  { pattern: /(?:^|[.;:]\s)Of\s(?:a|an|the|two|what|both|these|its|one)\b|so\sthat\sof\s/, advice: 'put the subject first' },
  { pattern: /\bfrom\s(?:here|then|there|now)\son\b/, advice: 'use "after this"' },
  {
    pattern: /\bno\sleave\b|\bleave\sto\s(?:send|touch|put)\b|\bmeans?\snothing\b|\bnothing\sto\ssay\b/,
    advice: 'use "permission" or "has no effect"',
  },
  { pattern: /\bpress(?:es|ed|ing)?\b(?!\s(?:release|Enter|Escape|Tab|Space))/i, advice: 'use "click"' },
  { pattern: /\bby\shand\b/, advice: 'use "manually"' },
  {
    pattern: /\b(?:taken?|takes|took|taking)\s(?:in|up|along|them\sin|it\sin|it\sup)\b(?!\s(?:to|turn|this)\b)/,
    advice: 'use "accept", "include" or "resume"',
  },
];

const sources = '{shared,lambdas,infra,local,tools,tests,web}/**/*.{ts,tsx}';
const documents = ['README.md', 'CONTRIBUTING.md', 'docs/**/*.md'];

type Passage = { path: string; line: number; text: string };

/** Returns the comments of a file and the titles of its tests. */
export function passagesOf({ path, text, program, comments }: SourceFile): Passage[] {
  const passages = comments.flatMap(({ value, start }) =>
    splitParagraphs(value.replaceAll(/^\s*\*/gm, '')).map((paragraph) => ({
      path,
      line: lineAt(text, start) + paragraph.line,
      text: paragraph.text,
    })),
  );
  walk(program, (node) => {
    if (node.type !== 'CallExpression') return;
    const name = nameOf(node.callee);
    const [title] = node.arguments as unknown[];
    const words = stringOf(title);
    if (name && ['test', 'it', 'describe'].includes(name) && words) passages.push({ path, line: lineAt(text, node.start), text: words });
  });
  return passages;
}

/** Returns `test` for `test(…)`, and also for `test.each(…)(…)` and `test.skipIf(…)(…)`. */
function nameOf(callee: unknown): string | undefined {
  const { type, name, object, callee: inner } = callee as { type: string; name?: string; object?: unknown; callee?: unknown };
  if (type === 'Identifier') return name;
  if (type === 'MemberExpression') return nameOf(object);
  return type === 'CallExpression' ? nameOf(inner) : undefined;
}

/** Splits a text into paragraphs. Joins the lines of a paragraph, because a sentence can continue on the next line. */
function splitParagraphs(text: string): { line: number; text: string }[] {
  const passages: { line: number; text: string }[] = [];
  let isOpen = false;
  for (const [line, words] of text.split('\n').entries()) {
    const trimmed = words.trim();
    const last = passages.at(-1);
    if (!trimmed) isOpen = false;
    else if (isOpen && last && !/^(?:[-*|#>]|\d+\.|@)/.test(trimmed)) last.text += ` ${trimmed}`;
    else {
      passages.push({ line, text: trimmed.replace(/^(?:[-*#>|]+|\d+\.)\s+/, '') });
      isOpen = true;
    }
  }
  return passages;
}

/** Returns the passages of a Markdown document, without its code blocks. */
export const passagesOfDocument = (path: string, text: string): Passage[] =>
  splitParagraphs(text.replaceAll(/^```[\s\S]*?^```/gm, (block) => block.replaceAll(/[^\n]+/g, ''))).map((paragraph) => ({
    path,
    line: paragraph.line + 1,
    text: paragraph.text,
  }));

export function checkEnglish(passages: Passage[]): Finding[] {
  return passages.flatMap(({ path, line, text }) => {
    const words = text.replaceAll(/`[^`]*`|"[^"]*"|“[^”]*”|(?<![\w’])'[^']+'(?!\w)/g, '``');
    return rules.flatMap(({ pattern, advice }) => {
      const match = pattern.exec(words)?.[0];
      return match === undefined ? [] : [{ path, line, message: `"${match.trim()}": ${advice}` }];
    });
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = join(import.meta.dirname, '../..');
  const files = readSources(root, [sources]);
  const pages = globSync(documents, { cwd: root }).sort();
  report(
    'English',
    checkEnglish([
      ...files.flatMap(passagesOf),
      ...pages.flatMap((path) => passagesOfDocument(path, readFileSync(join(root, path), 'utf8'))),
    ]),
  );
}
