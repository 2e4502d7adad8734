import type { RejectReason } from './check-file.ts';

/**
 * The text key of the sentence for each reason. The texts `upload.reason.*` cannot be used here, because they are entries of a list and not
 * sentences.
 */
const sentences = {
  exceeds_limit: 'upload.single_too_large',
  unsupported_format: 'errors.ImageTypeUnsupported',
  failed_dimensions: 'errors.ImageUnreadable',
  failed_thumbnail: 'errors.ImageUnreadable',
  failed_process: 'errors.ImageUnreadable',
  corrupted: 'errors.ImageUnreadable',
  processing_error: 'errors.ImageUnreadable',
  dimensions_out_of_range: 'errors.ImageDimensions',
  batch_full: 'errors.BatchTooLarge',
} as const satisfies Record<RejectReason, string>;

/** Returns the text key for one file that a card rejects (docs/spec.md 4.2). */
export const singleFileProblemKey = (reason: RejectReason, contentType: string) =>
  reason !== 'exceeds_limit' && !contentType.startsWith('image/') ? ('upload.single_not_image' as const) : sentences[reason];
