/**
 * Saves the card that a seller has entered on the vendor's page. The webhook and the call of our page can report the same card, in any
 * order and several times. A card that may not be saved is deleted at the vendor.
 */
import { withCard } from '#shared/credits/auto-top-up.ts';
import { AppError } from '#shared/errors.ts';
import { log } from '../platform/log.ts';
import { readAccount } from '../store/accounts.ts';
import { writeAutoTopUp } from '../store/auto-top-ups.ts';
import type { CardPage } from '../vendors/payment-port.ts';
import { stripe } from '../vendors/stripe.ts';

const attemptsMax = 20;

/** @throws AppError LedgerConflict if the account keeps changing. */
export async function saveCard({ userId, setupId, card }: CardPage): Promise<void> {
  if (!card) return;
  for (let attempt = 1; attempt <= attemptsMax; attempt++) {
    const account = await readAccount(userId);
    const autoTopUp = account?.autoTopUp;
    if (autoTopUp?.card?.customerId === card.customerId) return;
    // The seller has opened a newer page, has removed the card, or has deleted the account.
    if (!account || account.closingAt || autoTopUp?.setupId !== setupId) {
      log('info', 'a card is deleted, because its page is no longer current', { userId });
      return stripe.deleteCustomer(card.customerId);
    }
    if (await writeAutoTopUp(account, withCard(autoTopUp, card), { only: 'settings' })) return;
  }
  throw new AppError('LedgerConflict');
}
