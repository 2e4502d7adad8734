/** Opens the payment vendor's page for a card. */
import { oldCustomersMax } from '#shared/credits/auto-top-up.ts';
import { AppError } from '#shared/errors.ts';
import { requiredEnv } from '../platform/config.ts';
import { parameter } from '../platform/parameters.ts';
import { withinDailyLimit } from '../store/daily-uses.ts';
import type { User } from '../store/users.ts';
import { stripe } from '../vendors/stripe.ts';
import { change, hasConsent, readExisting } from './change-auto-top-up.ts';

/**
 * Opens a page on which the seller enters a card. Only the card of the last page is saved.
 * @throws AppError AccountDeleted, TopUpConsentRequired, TopUpRunning, DailyLimit, CheckoutFailed, CheckoutUnavailable, LedgerConflict.
 */
export async function openCardPage(user: User, setupId: string, now: Date): Promise<{ url: string }> {
  const { userId } = user;
  await change(userId, now, (current) => {
    if (!hasConsent(current)) throw new AppError('TopUpConsentRequired');
    if (current.oldCustomerIds.length >= oldCustomersMax) throw new AppError('TopUpRunning');
    return { ...current, setupId };
  });
  const account = await readExisting(userId);
  const siteOrigin = await parameter(requiredEnv('SITE_ORIGIN_PARAMETER'));
  return withinDailyLimit(user, 'checkout', now, () => stripe.createCardPage({ userId, email: account.email, setupId, siteOrigin }));
}
