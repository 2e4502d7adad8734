/** Selects the vendor that writes prompts, by the setting of the stack (docs/vendors.md). */
import { type PromptVendorName, promptVendorNames } from '#shared/vendors.ts';
import { requiredEnv } from '../platform/config.ts';
import { geminiPrompt } from './gemini-prompt.ts';
import { openaiPrompt } from './openai-prompt.ts';
import type { PromptVendor } from './prompt-port.ts';

const vendors: Record<PromptVendorName, PromptVendor> = { gemini: geminiPrompt, openai: openaiPrompt };

export function promptVendor(): PromptVendor {
  const configuredName = requiredEnv('PROMPT_PROVIDER');
  return vendors[promptVendorNames.find((name) => name === configuredName) ?? promptVendorNames[0]];
}
