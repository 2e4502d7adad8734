import { totalmem } from 'node:os';

/** Returns the memory of this machine in bytes, or the limit of a container, which can be lower. */
export function availableMemoryBytes(): number {
  // Zero means that the limit is unknown.
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
}
