import { generatePromptRequest } from '#shared/ai-write/api.ts';
import { handle } from '../platform/handle.ts';
import { promptVendor } from '../vendors/prompt-vendor.ts';
import { writePrompt } from './write-prompt.ts';

export const handler = handle({ endpoint: 'writePrompt', body: generatePromptRequest }, async ({ caller, body, now }) => ({
  body: await writePrompt(caller.userId, body, promptVendor(), now),
}));
