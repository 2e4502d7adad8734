/** The calls about who is signed in: GET /api/profile (SPEC 3 user_profiles; the first read creates it, Q18), the welcome mail, export and deletion (Q65). */
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
  /** Just made, and with the welcome bonus: who had an account before is not welcomed again. */
  isNew: z.boolean(),
});
export type ProfileResponse = z.infer<typeof profileResponse>;

/**
 * POST /api/auth/welcome-email (SPEC 7; Q58). The address and the name that SPEC's page sends are not read: mail goes to the token's
 * own. A language that we do not write is answered in English.
 */
export const sendWelcomeMailRequest = z.object({ language: z.string().max(35).optional() });
export const sendWelcomeMailResponse = z.object({ sent: z.boolean() });
export type SendWelcomeMailResponse = z.infer<typeof sendWelcomeMailResponse>;

/** POST /api/auth/sign-out-everywhere: ends the sessions of all devices, this one included. */
export const signOutEverywhereResponse = z.object({ status: z.literal('signed_out') });

/** POST /api/account/export: starts a file of everything, with links to the media. The client chooses the id: the idempotency key. */
export const startExportRequest = z.object({ exportId: z.uuid() });
/** Answer of both calls: POST /api/account/export, 202, and GET /api/account/export/{exportId}. */
export const exportResponse = z.object({
  exportId: z.string(),
  status: z.enum(['making', 'ready', 'failed']),
  /** Whole percent of the batches that are in it. */
  percent: z.int().min(0).max(100),
  fileName: z.string(),
  /** Where the file is downloaded from, once it is ready. */
  url: z.url().optional(),
});
export type ExportResponse = z.infer<typeof exportResponse>;

/** POST /api/account/delete: the seller types the account's e-mail. */
export const deleteAccountRequest = z.object({ confirmation: z.string().max(320) });
export const deleteAccountResponse = z.object({ status: z.literal('deleting') });
export type DeleteAccountResponse = z.infer<typeof deleteAccountResponse>;
