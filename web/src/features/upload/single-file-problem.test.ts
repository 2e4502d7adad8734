import { expect, test } from 'vitest';
import texts from '../../../../locales/en/common.json' with { type: 'json' };
import { singleFileProblemKey } from './single-file-problem.ts';

const textOf = (key: string) => {
  const [group, name] = key.split('.') as ['errors' | 'upload', string];
  return (texts[group] as Record<string, unknown>)[name];
};

test.each([
  ['unsupported_format', 'text/plain', 'Please select an image file'],
  ['exceeds_limit', 'image/jpeg', 'File too large. Maximum size is {{megabytes}}MB'],
  ['exceeds_limit', 'application/pdf', 'File too large. Maximum size is {{megabytes}}MB'],
  ['unsupported_format', 'image/tiff', 'This format is not supported. Choose a JPEG, PNG, WebP, GIF or AVIF photo.'],
] as const)('a file that is rejected for %s with type %s shows: %s', (reason, type, text) => {
  expect(textOf(singleFileProblemKey(reason, type))).toBe(text);
});

test.each(['failed_dimensions', 'failed_thumbnail', 'failed_process', 'corrupted', 'processing_error', 'dimensions_out_of_range'] as const)(
  'the text of %s is a complete sentence',
  (reason) => {
    expect(textOf(singleFileProblemKey(reason, 'image/png'))).toMatch(/^[A-Z].*\.$/);
  },
);
