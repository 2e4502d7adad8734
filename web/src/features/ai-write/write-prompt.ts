/** POST /api/ai/generate-prompt: a prompt written from an uploaded photo (docs/spec.md 11). */
import { type GeneratePromptInput, generatePromptResponse } from '#shared/ai-write/api.ts';
import { callApi } from '#web/lib/api.ts';

export const writePrompt = (input: GeneratePromptInput, signal: AbortSignal): Promise<string> =>
  callApi('writePrompt', { body: input, schema: generatePromptResponse, signal }).then(({ prompt }) => prompt);
