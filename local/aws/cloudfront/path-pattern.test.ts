import { expect, test } from 'vitest';
import { compilePathPattern, normalizePath } from './path-pattern.ts';

test.each([
  ['*', '/', true],
  ['*', '/any/thing.js', true],
  ['/api/*', '/api/', true],
  ['/api/*', '/api/a/b', true],
  ['/api/*', '/api', false],
  ['/api/*', '/API/a', false],
  ['/api/*', '/x/api/a', false],
  ['api/*', '/api/a', true],
  ['*.jpg', '/photos/cat.jpg', true],
  ['*.jpg', '/photos/catxjpg', false],
  ['/a?c', '/abc', true],
  ['/a?c', '/ac', false],
  ['/a?c', '/abbc', false],
  ['/locales/*/common.json', '/locales/de/common.json', true],
  ['/locales/*/common.json', '/locales/common.json', false],
  ['/c++/(x)', '/c++/(x)', true],
])('compilePathPattern(%j) returns, for the path %j, %s', (pattern, path, matches) => {
  expect(compilePathPattern(pattern)(path)).toBe(matches);
});

test.each([
  ['/x/../api/y', '/api/y'],
  ['/x/%2e%2e/api/y', '/api/y'],
  ['//evil.example/./x', '//evil.example/x'],
  ['/a b', '/a%20b'],
])('normalizePath changes %s to %s', (path, normalized) => {
  expect(normalizePath(path)).toBe(normalized);
});
