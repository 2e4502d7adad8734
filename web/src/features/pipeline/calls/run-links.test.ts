import { describe, expect, test } from 'vitest';
import type { RunResponse } from '#shared/pipeline/api.ts';
import { withKnownLinks } from './run-links.ts';

describe('a link', () => {
  const answer = (signature: string, file = 'one.jpg') =>
    ({
      photos: { beforeUrl: `b?${signature}`, afterUrl: `a?${signature}`, inputUrl: `i?${signature}` },
      iterationHistory: [{ iterationNumber: 1, imageUrl: `${file}?${signature}`, thumbnailUrl: `t?${signature}` }],
    }) as RunResponse;

  test('to the same file stays, so that the picture is not loaded again', () => {
    expect(withKnownLinks(answer('new'), answer('old'))).toEqual(answer('old'));
  });

  test('to another file is replaced', () => {
    const [iteration] = withKnownLinks(answer('new', 'other.jpg'), answer('old')).iterationHistory;
    expect(iteration).toMatchObject({ imageUrl: 'other.jpg?new', thumbnailUrl: 't?old' });
  });

  test('of a new iteration is used unchanged', () => {
    const before = { ...answer('old'), iterationHistory: [] };
    expect(withKnownLinks(answer('new'), before).iterationHistory).toEqual(answer('new').iterationHistory);
  });

  test('to a deleted picture is not restored', () => {
    const deleted = { ...answer('new'), iterationHistory: [{ ...answer('new').iterationHistory[0], imageUrl: undefined }] } as RunResponse;
    expect(withKnownLinks(deleted, answer('old')).iterationHistory[0]?.imageUrl).toBeUndefined();
  });
});
