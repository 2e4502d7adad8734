import { afterEach, describe, expect, test, vi } from 'vitest';
import { AppError } from '#shared/errors.ts';
import { log } from './log.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** Returns the parsed line that one call of `log` writes. */
function loggedLine(fields: Record<string, unknown>) {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  log('error', 'step failed', fields);
  expect(write).toHaveBeenCalledOnce();
  return JSON.parse(String(write.mock.calls[0]?.[0]));
}

describe('the log line of an error', () => {
  test('the log line of an error has the code and the details of the error', () => {
    const differences = { codec: 'vp9', seconds: 5.1, width: 720, height: 1280 };
    const error = new AppError('ResultNotAsOrdered', { details: { differences } });
    expect(loggedLine({ error }).error).toMatchObject({ name: 'ResultNotAsOrdered', code: 'ResultNotAsOrdered', details: { differences } });
  });

  test('the log line of an error has the code and the details of each cause', () => {
    const cause = new AppError('VendorMisconfigured', { details: { missing: 'FAL_KEY' }, cause: new Error('fal responded with 401') });
    expect(loggedLine({ error: new AppError('InternalError', { cause }) }).error).toMatchObject({
      code: 'InternalError',
      cause: { code: 'VendorMisconfigured', details: { missing: 'FAL_KEY' }, cause: { message: 'fal responded with 401' } },
    });
  });

  test('the log line of an error contains the name and the reason of a cancelled transaction', () => {
    const error = Object.assign(new Error('Transaction cancelled [TransactionConflict]'), { name: 'TransactionCanceledException' });
    expect(loggedLine({ error }).error).toMatchObject({ name: 'TransactionCanceledException', message: error.message });
  });

  test.each(['prompt', 'userPrompt', 'accessToken', 'apiSecret', 'Authorization', 'imageBase64', 'photo', 'signedUrl', 'email'])(
    'the log line of an error hides the value of a detail called %s',
    (name) => {
      const line = JSON.stringify(loggedLine({ error: new AppError('BadRequest', { details: { field: { [name]: 'private words' } } }) }));
      expect(line).toContain('[hidden]');
      expect(line).not.toContain('private words');
    },
  );

  test('the log line of an error shortens long texts, long lists, deep objects and bytes', () => {
    const { details } = loggedLine({
      error: new AppError('BadRequest', {
        details: {
          path: 'x'.repeat(5000),
          list: Array.from({ length: 500 }, (_, index) => index),
          bytes: Buffer.alloc(5000),
          deep: { a: { b: { c: 'd' } } },
          ['n'.repeat(5000)]: 1,
        },
      }),
    }).error;
    expect(JSON.stringify(details).length).toBeLessThan(1000);
    expect(details.path).toMatch(/^x{200}…$/);
    expect(details.list).toHaveLength(20);
    expect(details.bytes).toBe('[left out]');
    expect(details.deep).toEqual({ a: { b: '[left out]' } });
  });
});
