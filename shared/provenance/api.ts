/** GET /api/verify/{sha256}: whether this installation has signed a file. The response contains no data of a seller. */
import * as z from 'zod';
import { fileKinds } from './file-kinds.ts';

/** SHA-256 of a file, as 64 hexadecimal digits in lower case. */
export const fileHash = z.string().regex(/^[0-9a-f]{64}$/);

export const verifyResponse = z.discriminatedUnion('isKnown', [
  z.object({ isKnown: z.literal(false) }),
  z.object({
    isKnown: z.literal(true),
    kind: z.enum(fileKinds),
    /** The UTC date of the signature. */
    date: z.iso.date(),
  }),
]);
export type VerifyResponse = z.infer<typeof verifyResponse>;
