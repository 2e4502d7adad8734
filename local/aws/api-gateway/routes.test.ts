import { describe, expect, test } from 'vitest';
import { compileRoutes } from './routes.ts';

const keys = [
  '$default',
  'ANY /{proxy+}',
  'GET /pets/{proxy+}',
  'GET /pets/{id}',
  'ANY /pets/{id}',
  'GET /pets/dog',
  'POST /pets/{id}/photos/{photo}',
  'GET /',
];
const match = compileRoutes(keys.map((routeKey) => ({ routeKey })));

describe('a request uses the most specific route', () => {
  test.each([
    ['GET', '/pets/dog', 'GET /pets/dog', {}],
    ['GET', '/pets/7', 'GET /pets/{id}', { id: '7' }],
    ['PUT', '/pets/7', 'ANY /pets/{id}', { id: '7' }],
    ['GET', '/pets/7/toys', 'GET /pets/{proxy+}', { proxy: '7/toys' }],
    ['POST', '/pets/7/photos/b%20c', 'POST /pets/{id}/photos/{photo}', { id: '7', photo: 'b c' }],
    ['GET', '/pets/a%2Fb', 'GET /pets/{id}', { id: 'a/b' }],
    ['DELETE', '/cars/1', 'ANY /{proxy+}', { proxy: 'cars/1' }],
    ['GET', '/', 'GET /', {}],
    ['POST', '/', '$default', {}],
    ['PATCH', '/pets/', 'ANY /{proxy+}', { proxy: 'pets/' }],
  ])('%s %s → %s', (method, path, routeKey, pathParameters) => {
    expect(match(method, path)).toEqual({ route: { routeKey }, pathParameters });
  });
});

describe('if there is no $default route, these requests match no route:', () => {
  const matchWithoutDefault = compileRoutes([{ routeKey: 'GET /api/batches/{batchId}' }, { routeKey: 'POST /api/a.b' }]);
  test.each([
    ['GET', '/api/batches'],
    ['GET', '/api/batches/'],
    ['GET', '/api/batches/1/'],
    ['GET', '/api/batches/1/cancel'],
    ['POST', '/api/batches/1'],
    ['GET', '/API/batches/1'],
    ['GET', '//api/batches/1'],
    ['POST', '/api/axb'],
  ])('%s %s', (method, path) => {
    expect(matchWithoutDefault(method, path)).toBeUndefined();
  });
});

test.each(['GET api', 'get /api', '/api', ''])('compileRoutes throws an error for the invalid route key %j', (routeKey) => {
  expect(() => compileRoutes([{ routeKey }])).toThrow('route key');
});
