import { expect, test } from 'vitest';
import { compileViewerRequest } from './viewer-request.ts';

const event = { request: { method: 'GET', uri: '/history', querystring: {}, headers: {}, cookies: {} } };
const run = (source: string) => compileViewerRequest(source)(event);

test.each([
  ['a rewrite', "function handler(event) { event.request.uri = '/index.html'; return event.request; }", { uri: '/index.html' }],
  ['an async handler', "async function handler(e) { await null; e.request.uri = '/later'; return e.request; }", { uri: '/later' }],
  [
    'a function that responds',
    "function handler() { return { statusCode: 302, headers: { location: { value: '/x' } } }; }",
    { statusCode: 302 },
  ],
  ['console.log', "function handler(e) { console.log('hi'); return e.request; }", { uri: '/history' }],
])('runs a CloudFront function: %s', (_name, source, expected) => {
  expect(run(source)).toMatchObject(expected);
});

test.each([
  ['nothing returned', 'function handler() {}', 'neither a request nor a response'],
  [
    'an address without a slash',
    "function handler(e) { e.request.uri = 'index.html'; return e.request; }",
    'neither a request nor a response',
  ],
  ['a throw', "function handler() { throw new Error('oops'); }", 'oops'],
  ['no handler', 'var x = 1;', 'handler is not defined'],
  ['a promise that never settles', 'function handler() { return new Promise(function () {}); }', 'neither a request nor a response'],
  ['access to the process', 'function handler() { return process.env; }', 'process is not defined'],
  ['access to modules', "function handler() { return require('fs'); }", 'require is not defined'],
  ['code from text', "function handler() { return eval('1'); }", 'Code generation from strings disallowed'],
  ['an escape through constructors', "function handler(e) { return this.constructor.constructor('return process')(); }", 'Code generation'],
])('rejects a CloudFront function: %s', (_name, source, reason) => {
  expect(() => run(source)).toThrow(reason);
});

test.each([
  ['an endless loop', 'function handler() { for (;;); }'],
  ['an endless chain of promises', 'async function handler() { for (;;) await null; }'],
])('stops a CloudFront function: %s', (_name, source) => {
  expect(() => compileViewerRequest(source, 20)(event)).toThrow('timed out');
});

test('each run starts with a new state', () => {
  const counter = compileViewerRequest("var n = 0; function handler(e) { n += 1; e.request.uri = '/' + n; return e.request; }");
  expect([counter(event), counter(event)]).toMatchObject([{ uri: '/1' }, { uri: '/1' }]);
});

test('a syntax error of the source is thrown when the source is compiled', () => {
  expect(() => compileViewerRequest('function handler( {')).toThrow(SyntaxError);
});
