/** Selects the vendor that writes prompts, by the setting of the stack (docs/vendors.md). */
import { type PromptVendorName, promptVendorNames } from '#shared/vendors.ts';
import { requiredEnv } from '../platform/config.ts';
import type { PromptVendor } from './prompt-port.ts';

/** The SDK of a vendor is loaded before its first request, because a function uses only one of the vendors. */
const vendors: Record<PromptVendorName, PromptVendor> = {
  gemini: { write: async (order) => (await import('./gemini-prompt.ts')).geminiPrompt.write(order) },
  openai: { write: async (order) => (await import('./openai-prompt.ts')).openaiPrompt.write(order) },
};

export function promptVendor(): PromptVendor {
  const configuredName = requiredEnv('PROMPT_PROVIDER');
  return vendors[promptVendorNames.find((name) => name === configuredName) ?? promptVendorNames[0]];
}
