import { type PromptVendorName, promptVendorNames } from '#shared/vendors.ts';
import { requiredEnv } from '../platform/config.ts';

/** Returns the vendor that writes prompts, by the setting of the stack (docs/vendors.md). */
export function configuredPromptVendor(): PromptVendorName {
  const configuredName = requiredEnv('PROMPT_PROVIDER');
  return promptVendorNames.find((name) => name === configuredName) ?? promptVendorNames[0];
}
