import { expect, test } from 'vitest';
import { compileViewerRequest } from './viewer-request.ts';

const event = { request: { method: 'GET', uri: '/history', querystring: {}, headers: {}, cookies: {} } };
const run = (source: string) => compileViewerRequest(source)(event);

test.each([
  [
    'a function that rewrites the path',
    "function handler(event) { event.request.uri = '/index.html'; return event.request; }",
    { uri: '/index.html' },
  ],
  ['an async function', "async function handler(e) { await null; e.request.uri = '/later'; return e.request; }", { uri: '/later' }],
  [
    'a function that responds',
    "function handler() { return { statusCode: 302, headers: { location: { value: '/x' } } }; }",
    { statusCode: 302 },
  ],
  ['a function that calls console.log', "function handler(e) { console.log('hi'); return e.request; }", { uri: '/history' }],
])('compileViewerRequest runs %s', (_name, source, expected) => {
  expect(run(source)).toMatchObject(expected);
});

test.each([
  ['a function that returns nothing', 'function handler() {}', 'neither a request nor a response'],
  [
    'a function that returns a path without a slash',
    "function handler(e) { e.request.uri = 'index.html'; return e.request; }",
    'neither a request nor a response',
  ],
  ['a function that throws an error', "function handler() { throw new Error('oops'); }", 'oops'],
  ['a source without a handler', 'var x = 1;', 'handler is not defined'],
  [
    'a function that returns a promise that never settles',
    'function handler() { return new Promise(function () {}); }',
    'neither a request nor a response',
  ],
  ['a function that reads process', 'function handler() { return process.env; }', 'process is not defined'],
  ['a function that calls require', "function handler() { return require('fs'); }", 'require is not defined'],
  ['a function that calls eval', "function handler() { return eval('1'); }", 'Code generation from strings disallowed'],
  [
    'a function that reaches global objects through a constructor',
    "function handler(e) { return this.constructor.constructor('return process')(); }",
    'Code generation',
  ],
])('compileViewerRequest rejects %s', (_name, source, reason) => {
  expect(() => run(source)).toThrow(reason);
});

test.each([
  ['a function with an endless loop', 'function handler() { for (;;); }'],
  ['a function with an endless chain of promises', 'async function handler() { for (;;) await null; }'],
])('compileViewerRequest stops %s', (_name, source) => {
  expect(() => compileViewerRequest(source, 20)(event)).toThrow('timed out');
});

test('each call of the function starts with a new state', () => {
  const counter = compileViewerRequest("var n = 0; function handler(e) { n += 1; e.request.uri = '/' + n; return e.request; }");
  expect([counter(event), counter(event)]).toMatchObject([{ uri: '/1' }, { uri: '/1' }]);
});

test.each([
  ['a global variable', "function handler(e) { globalThis.n = (globalThis.n || 0) + 1; e.request.uri = '/' + n; return e.request; }"],
  [
    'an undeclared variable',
    "function handler(e) { n = typeof n === 'undefined' ? 1 : n + 1; e.request.uri = '/' + n; return e.request; }",
  ],
  [
    'an object of the language',
    "function handler(e) { Array.prototype.n = ([].n || 0) + 1; e.request.uri = '/' + ([].n || 1); return e.request; }",
  ],
])('a call cannot keep a state in %s', (_name, source) => {
  const counter = compileViewerRequest(source);
  const uriOf = () => {
    try {
      return counter(event);
    } catch (error) {
      return String(error);
    }
  };
  expect(uriOf()).toEqual(uriOf());
});

test('a call after an endless loop has its normal result', () => {
  const loop = compileViewerRequest("function handler(e) { for (; e.request.uri === '/loop';); return e.request; }", 20);
  expect(() => loop({ request: { ...event.request, uri: '/loop' } })).toThrow('timed out');
  expect(loop(event)).toMatchObject({ uri: '/history' });
});

test('compileViewerRequest throws the syntax error of a source', () => {
  expect(() => compileViewerRequest('function handler( {')).toThrow(SyntaxError);
});
