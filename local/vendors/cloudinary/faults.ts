/** Faults that the script can inject. A rule matches uploads by file name and deliveries by address. */
import * as z from 'zod';
import { createScript } from '../kit/script.ts';
import { wireFaults } from '../kit/wire-faults.ts';

const faultSchema = z.discriminatedUnion('kind', [
  /** The response has this status and Cloudinary's error body; nothing is stored. */
  z.strictObject({
    kind: z.literal('status'),
    status: z.literal([400, 401, 403, 420, 500, 503]),
    message: z.string().default('Server error'),
  }),
  ...wireFaults,
]);

export const createCloudinaryScript = () => createScript(faultSchema);
export type CloudinaryScript = ReturnType<typeof createCloudinaryScript>;
