import { expect, test } from 'vitest';
import { checkEnglish, passagesOf, passagesOfDocument } from './check-english.ts';
import { parseSource } from './source-file.ts';

const findingsInCode = (code: string) =>
  checkEnglish(passagesOf(parseSource('lambdas/one.ts', code))).map(({ line, message }) => [line, message]);
const linesInDocument = (text: string) => checkEnglish(passagesOfDocument('docs/one.md', text)).map(({ line }) => line);

test.each([
  ['// A bonus for who has never paid.'],
  ['// The lock stands until the end.'],
  ['/**\n * The batch is taken\n * up by the next pass.\n */'],
])('the check reports the comment %j', (code) => {
  expect(findingsInCode(code)).toHaveLength(1);
});

test('the check reports the title of a test, even if it has parameters', () => {
  expect(findingsInCode("test.each([1])('what is asked for anew', () => {});")).toEqual([[1, expect.stringContaining('anew')]]);
});

test('the check reports the number of the line in which a paragraph begins', () => {
  expect(findingsInCode('const a = 1;\n// The job goes on.\n')).toEqual([[2, expect.stringContaining('continue')]]);
});

test.each([
  '// Vendors answer "the queue stands still"',
  '// The field `stands` is theirs',
  "// The button 'once more' is the page's text",
  '// A standalone check: the item is not delivered.',
])('the check accepts the comment %j', (code) => {
  expect(findingsInCode(code)).toEqual([]);
});

test('the check ignores code, strings and code blocks of documents', () => {
  expect(findingsInCode("const text = 'it stands';")).toEqual([]);
  expect(linesInDocument('Text.\n\n```sh\n# it stands\n```\n')).toEqual([]);
});

test('the check reads each paragraph, list item and table row of a document', () => {
  expect(linesInDocument('# Title\n\nThe hold stands.\n\n- It is\n  going on.\n\n| It lies there |\n')).toEqual([3, 5, 8]);
});
