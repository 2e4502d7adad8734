/** Reads source files for the checks. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';

export type SyntaxNode = { type: string; start: number; end: number; [key: string]: unknown };

export type SourceFile = {
  /** Relative to the root, with forward slashes. */
  path: string;
  text: string;
  program: SyntaxNode;
  comments: { value: string; start: number }[];
};

export type Finding = { path: string; line: number; message: string };

export function readSources(root: string, patterns: string[]): SourceFile[] {
  return globSync(patterns, { cwd: root, exclude: ['**/node_modules', 'web/dist'] })
    .sort()
    .map((path) => parseSource(path, readFileSync(join(root, path), 'utf8')));
}

export function parseSource(path: string, text: string): SourceFile {
  const { program, comments, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  return { path, text, program: program as unknown as SyntaxNode, comments };
}

const isNode = (value: unknown): value is SyntaxNode => typeof value === 'object' && value !== null && 'type' in value;

/** Calls `visit` for a node and all its descendants. */
export function walk(node: SyntaxNode, visit: (node: SyntaxNode) => void): void {
  visit(node);
  for (const value of Object.values(node)) for (const child of [value].flat()) if (isNode(child)) walk(child, visit);
}

/** Returns the text of a string literal, or undefined for any other node. */
export const stringOf = (node: unknown): string | undefined =>
  isNode(node) && node.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined;

export const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

/** Prints the findings. If there are findings, sets the exit code to 1. */
export function report(check: string, findings: Finding[]): void {
  for (const { path, line, message } of findings) console.error(`${path}:${line} ${message}`);
  if (findings.length > 0) process.exitCode = 1;
  else console.log(`${check}: nothing to report`);
}
