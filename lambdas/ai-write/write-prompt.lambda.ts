import { generatePromptRequest } from '#shared/ai-write/api.ts';
import { limitedCall } from '../store/limited-call.ts';
import { promptVendor } from '../vendors/prompt-vendor.ts';
import { writePrompt } from './write-prompt.ts';

export const handler = limitedCall({ endpoint: 'writePrompt', body: generatePromptRequest }, async ({ user, body, now, deadline }) => ({
  body: await writePrompt(user, body, promptVendor(), now, deadline),
}));
