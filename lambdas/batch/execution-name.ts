import { createHash } from 'node:crypto';

const userHashLength = 8;

/**
 * The name of a batch's execution: found in the console by its batch id, and no user can take another's name.
 * An item's execution adds its id: 8 + 1 + 36 + 1 + 32 characters, within the 80 that a name may have.
 */
export const executionName = (userId: string, batchId: string): string =>
  `${createHash('sha256').update(userId).digest('hex').slice(0, userHashLength)}-${batchId}`;
