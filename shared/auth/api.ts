/** Account calls: profile, welcome mail, sign-out, export, deletion (docs/spec.md 17.3). The first GET /api/profile creates the account. */
import * as z from 'zod';
import { lengthenWays, shadowChoices } from '../marketplaces/plan.ts';

/** An account is new during this time after its creation (docs/spec.md 3.5). */
export const newAccountSeconds = 60;

/**
 * The stored marketplaces. A placement is any text, because its rules can be removed later. So this file does not need to import all rules.
 */
export const sellerMarketplaces = z.object({
  placements: z.array(z.string()),
  lengthen: z.enum(lengthenWays),
  cardColour: z.string(),
  shadow: z.enum(shadowChoices),
});
export type SellerMarketplaces = z.infer<typeof sellerMarketplaces>;

export const profileResponse = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  /** Balance in dollars, including the credits that are held for running items. */
  credits: z.number(),
  /** The balance minus the holds of running items, in dollars. */
  available: z.number(),
  /**
   * Dollars that the seller owes after a refund of credits that were already spent. The next top-up pays this debt first (docs/spec.md
   * 13.7).
   */
  debt: z.number(),
  total_videos_generated: z.int(),
  total_money_spent: z.number(),
  created_at: z.iso.datetime(),
  /** The marketplaces of the seller. Missing until the seller saves them. */
  marketplaces: sellerMarketplaces.optional(),
  /** Whether the account is new and got the welcome bonus. The value is false for a person who had an account before. */
  isNew: z.boolean(),
});
export type ProfileResponse = z.infer<typeof profileResponse>;

/**
 * POST /api/auth/welcome-email (docs/spec.md 3.5). The mail goes to the address of the account. An address or a name in the request is
 * ignored. For an unknown language, the mail is in English.
 */
export const sendWelcomeMailRequest = z.object({ language: z.string().max(35).optional() });
export const sendWelcomeMailResponse = z.object({ sent: z.boolean() });
export type SendWelcomeMailResponse = z.infer<typeof sendWelcomeMailResponse>;

/** POST /api/auth/sign-out-everywhere: ends the sessions on all devices, including this one. */
export const signOutEverywhereResponse = z.object({ status: z.literal('signed_out') });

/**
 * POST /api/account/export: starts a file with all data and links to the media. The client creates the id, which is the idempotency key.
 */
export const startExportRequest = z.object({ exportId: z.uuid() });
/** Response of POST /api/account/export (202) and of GET /api/account/export/{exportId}. */
export const exportResponse = z.object({
  exportId: z.string(),
  status: z.enum(['making', 'ready', 'failed']),
  /** Percentage of the account's batches that are already in the file. */
  percent: z.int().min(0).max(100),
  fileName: z.string(),
  /** URL for the download. Present when the file is ready. */
  url: z.url().optional(),
});
export type ExportResponse = z.infer<typeof exportResponse>;

/** POST /api/account/delete. `confirmation` is the e-mail address of the account, which the seller has typed. */
export const deleteAccountRequest = z.object({ confirmation: z.string().max(320) });
export const deleteAccountResponse = z.object({ status: z.literal('deleting') });
export type DeleteAccountResponse = z.infer<typeof deleteAccountResponse>;
