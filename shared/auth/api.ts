/** GET /api/profile: who is signed in, and what they have (SPEC 3 user_profiles; the first read creates it, Q18). */
import * as z from 'zod';

/** Seconds for which an account counts as new (SPEC 4, authentication). */
export const newAccountSeconds = 60;

export const profileResponse = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  /** Settled balance in dollars. */
  credits: z.number(),
  /** The balance less what is reserved for running items, in dollars. */
  available: z.number(),
  /** Owed from refunded payments whose credits were spent; the next top-up pays it first (Q16). */
  debt: z.number(),
  total_videos_generated: z.int(),
  total_money_spent: z.number(),
  created_at: z.iso.datetime(),
  isNew: z.boolean(),
});
export type ProfileResponse = z.infer<typeof profileResponse>;
