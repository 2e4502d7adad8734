/** What the script can make Cloudinary do to the uploads whose file name contains a text, and to the deliveries whose address does. */
import * as z from 'zod';
import { createScript } from '../kit/script.ts';
import { wireFaults } from '../kit/wire-faults.ts';

const faultSchema = z.discriminatedUnion('kind', [
  /** Answered with this and Cloudinary's words; nothing is kept. */
  z.strictObject({
    kind: z.literal('status'),
    status: z.literal([400, 401, 403, 420, 500, 503]),
    message: z.string().default('Server error'),
  }),
  ...wireFaults,
]);

export const createCloudinaryScript = () => createScript(faultSchema);
export type CloudinaryScript = ReturnType<typeof createCloudinaryScript>;
