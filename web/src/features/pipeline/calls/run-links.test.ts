import { describe, expect, test } from 'vitest';
import type { RunResponse } from '#shared/pipeline/api.ts';
import { withKnownLinks } from './run-links.ts';

describe('a known link', () => {
  const responseWith = (signature: string, file = 'one.jpg') =>
    ({
      photos: { beforeUrl: `b?${signature}`, afterUrl: `a?${signature}`, inputUrl: `i?${signature}` },
      iterationHistory: [{ iterationNumber: 1, imageUrl: `${file}?${signature}`, thumbnailUrl: `t?${signature}` }],
    }) as RunResponse;

  test('a known link is used again for the same file, so that the picture is not loaded again', () => {
    expect(withKnownLinks(responseWith('new'), responseWith('old'))).toEqual(responseWith('old'));
  });

  test('a known link is replaced if the new link is for another file', () => {
    const [iteration] = withKnownLinks(responseWith('new', 'other.jpg'), responseWith('old')).iterationHistory;
    expect(iteration).toMatchObject({ imageUrl: 'other.jpg?new', thumbnailUrl: 't?old' });
  });

  test('a new iteration has no known link, so the new link is used', () => {
    const previous = { ...responseWith('old'), iterationHistory: [] };
    expect(withKnownLinks(responseWith('new'), previous).iterationHistory).toEqual(responseWith('new').iterationHistory);
  });

  test('a known link is not used again after the picture was deleted', () => {
    const deleted = {
      ...responseWith('new'),
      iterationHistory: [{ ...responseWith('new').iterationHistory[0], imageUrl: undefined }],
    } as RunResponse;
    expect(withKnownLinks(deleted, responseWith('old')).iterationHistory[0]?.imageUrl).toBeUndefined();
  });
});
