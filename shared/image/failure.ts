/** Error texts of failed images (docs/spec.md 8.5). */
import type { ImageModelId } from '../catalogue.ts';
import { type ErrorCode, errors } from '../errors.ts';

const textsOf = {
  'GPT-Image-1': { failed: 'OpenAI image generation failed', empty: 'No image returned from OpenAI generation' },
  'gemini-2.5-flash-image': { failed: 'Image generation failed', empty: 'No image returned from generation' },
} as const satisfies Record<ImageModelId, { failed: string; empty: string }>;

/** Returns the error text of a failed image. The text names the image service. The texts in errors.ts are about videos. */
export function imageMessage(code: ErrorCode, model: ImageModelId): string {
  const { failed, empty } = textsOf[model];
  switch (code) {
    case 'VendorMalformedAnswer':
      return empty;
    case 'VendorRefused':
      return `${failed}: the service refused this photo or prompt because of its content policy.`;
    case 'VendorRejectedInput':
      return `${failed}: the service could not use this photo or prompt.`;
    case 'VendorBusy':
      return `${failed}: the service is busy.`;
    case 'VendorTimeout':
    case 'VendorUnreachable':
      return `${failed}: the service did not answer.`;
    case 'ResultNotAsOrdered':
      return `${failed}: the image delivered is not what was ordered.`;
    case 'ResultUnavailable':
    case 'VendorServerError':
    case 'VendorMisconfigured':
    case 'GenerationFailed':
      return failed;
    case 'Cancelled':
      return 'You cancelled this image. It was not charged.';
    default:
      return errors[code].message;
  }
}
