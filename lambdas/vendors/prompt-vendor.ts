/** Selects the vendor that writes prompts, by the stack's setting (docs/vendors.md). */
import { requiredEnv } from '../platform/config.ts';
import { geminiPrompt } from './gemini-prompt.ts';
import { openaiPrompt } from './openai-prompt.ts';
import type { PromptVendor } from './prompt-port.ts';

export const promptVendor = (): PromptVendor => (requiredEnv('PROMPT_PROVIDER') === 'openai' ? openaiPrompt : geminiPrompt);
