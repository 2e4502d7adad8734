/** Fields of the items in an order, for every kind of batch. */
import * as z from 'zod';
import { promptCharactersMax } from './batch.ts';

export const promptText = z
  .string({ error: 'PromptRequired' })
  .trim()
  // This limit counts UTF-16 units, and a character can have two units.
  .max(2 * promptCharactersMax, { error: 'PromptTooLong' })
  .refine((text) => [...text].length <= promptCharactersMax, { error: 'PromptTooLong' });

export const itemId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,32}$/)
  .max(32);

/** Text of a ratio, for example 9:16. A later check decides whether the model offers this ratio. */
export const ratioText = z.string({ error: 'RatioUnsupported' }).max(20, { error: 'RatioUnsupported' });

export const itemRequest = z.object({
  /** The client creates this id. The id is short, because file names and the state of executions contain it. */
  itemId,
  uploadKey: z.string().min(1).max(300),
  title: z.string().max(255),
  aspectRatio: ratioText,
});
