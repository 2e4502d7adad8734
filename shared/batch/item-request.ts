/** What every item that is ordered has, whatever is made of it. */
import * as z from 'zod';
import { promptCharactersMax } from './batch.ts';

export const promptText = z
  .string({ error: 'PromptRequired' })
  .trim()
  // Twice as many as code points: a character may take two units.
  .max(2 * promptCharactersMax, { error: 'PromptTooLong' })
  .refine((text) => [...text].length <= promptCharactersMax, { error: 'PromptTooLong' });

export const itemId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,32}$/)
  .max(32);

/** The text of a ratio, such as 9:16; whether a model offers it is decided later. */
export const ratioText = z.string({ error: 'RatioUnsupported' }).max(20, { error: 'RatioUnsupported' });

export const itemRequest = z.object({
  /** Chosen by the client; short, for it becomes part of file names and of state. */
  itemId,
  uploadKey: z.string().min(1).max(300),
  title: z.string().max(255),
  aspectRatio: ratioText,
});
