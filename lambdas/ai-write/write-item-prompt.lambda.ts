import { itemRef, task } from '../platform/task.ts';
import { configuredPromptVendor } from '../vendors/configured-prompt-vendor.ts';
import { promptVendor } from '../vendors/prompt-vendor.ts';
import { writeItemPrompt } from './write-item-prompt.ts';

export const handler = task(itemRef, ({ input, now }) =>
  writeItemPrompt(input, { name: configuredPromptVendor(), vendor: promptVendor() }, now),
);
