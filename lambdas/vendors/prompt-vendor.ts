import type { PromptVendorName } from '#shared/vendors.ts';
import { configuredPromptVendor } from './configured-prompt-vendor.ts';
import type { PromptVendor } from './prompt-port.ts';

/** The SDK of a vendor is loaded before its first request, because a function uses only one of the vendors. */
const vendors: Record<PromptVendorName, PromptVendor> = {
  gemini: { write: async (order) => (await import('./gemini-prompt.ts')).geminiPrompt.write(order) },
  openai: { write: async (order) => (await import('./openai-prompt.ts')).openaiPrompt.write(order) },
};

export const promptVendor = (): PromptVendor => vendors[configuredPromptVendor()];
