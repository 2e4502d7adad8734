/** Selects the vendor that writes prompts, by the stack's setting (docs/vendors.md). */
import { type PromptVendorName, promptVendorNames } from '#shared/vendors.ts';
import { requiredEnv } from '../platform/config.ts';
import { geminiPrompt } from './gemini-prompt.ts';
import { openaiPrompt } from './openai-prompt.ts';
import type { PromptVendor } from './prompt-port.ts';

const vendors: Record<PromptVendorName, PromptVendor> = { gemini: geminiPrompt, openai: openaiPrompt };

export function promptVendor(): PromptVendor {
  const chosen = requiredEnv('PROMPT_PROVIDER');
  return vendors[promptVendorNames.find((name) => name === chosen) ?? promptVendorNames[0]];
}
