/** Error texts of failed photo edits (docs/spec.md 9.4). The general texts are about videos, so they would be wrong here. */
import { type ErrorCode, errors } from '../errors.ts';

const failureText = 'Failed to process image';

export function photoEditMessage(code: ErrorCode): string {
  switch (code) {
    case 'VendorRefused':
      return `${failureText}: the service refused this photo because of its content policy.`;
    case 'VendorRejectedInput':
      return `${failureText}: the service could not use this photo with these settings.`;
    case 'VendorBusy':
      return `${failureText}: the service is busy.`;
    case 'VendorTimeout':
    case 'VendorUnreachable':
      return `${failureText}: the service did not answer.`;
    case 'VendorMalformedAnswer':
    case 'VendorServerError':
    case 'VendorMisconfigured':
    case 'GenerationFailed':
      return failureText;
    case 'Cancelled':
      return 'You cancelled this edit. It was not charged.';
    default:
      return errors[code].message;
  }
}
