/** What every item that is ordered has, whatever is made of it. */
import * as z from 'zod';
import { promptCharactersMax } from './batch.ts';

export const promptText = z
  .string({ error: 'PromptRequired' })
  .trim()
  .refine((text) => [...text].length <= promptCharactersMax, { error: 'PromptTooLong' });

export const itemRequest = z.object({
  /** Chosen by the client; short, for it becomes part of file names and of state. */
  itemId: z.string().regex(/^[A-Za-z0-9_-]{1,32}$/),
  uploadKey: z.string().min(1).max(300),
  title: z.string().max(255),
  aspectRatio: z.string({ error: 'RatioUnsupported' }),
});
