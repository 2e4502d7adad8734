/** Tests the mail about an automatic top-up in several languages: its amounts, its link, and that it never contains a card number. */
import { describe, expect, test } from 'vitest';
import { topUpMail } from '#lambdas/credits/top-up-mail.ts';
import { textsIn } from '#lambdas/platform/texts.ts';
import type { TopUpNews } from '#shared/credits/auto-top-up.ts';
import { languages } from '#shared/languages.ts';

const accountUrl = 'https://vitrine.example/account';
const checkoutUrl = 'https://checkout.stripe.com/c/pay/cs_1';

function mailIn(language: string, news: Partial<TopUpNews>) {
  const { t } = textsIn(language);
  const topUp: TopUpNews = { outcome: 'paid', credits: 5000, price: 4500, last4: '4242', ...news };
  return topUpMail(t, { name: 'Ada', topUp, available: 5123, accountUrl, language });
}

test('the mail about a paid top-up shows the credits, the charge, the card and the balance, and leads to the settings', () => {
  const { subject, text, html } = mailIn('en', {});
  expect(subject).toBe('$50.00 in credits added to your Vitrine balance');
  expect(text).toContain('Credits: $50.00\nCharged: $45.00\nCard: •••• 4242\nBalance: $51.23');
  expect(text).toContain(`Open automatic top-up: ${accountUrl}`);
  expect(html).toContain(`href="${accountUrl}"`);
});

describe('a mail without a charge', () => {
  test.each(['declined', 'authentication', 'unknown'] as const)('after the outcome %s leads to the payment page', (outcome) => {
    const { subject, text } = mailIn('en', { outcome, checkoutUrl });
    expect(subject).toBe('Automatic top-up is off: your card wasn’t charged');
    expect(text).toContain('Nothing was charged');
    expect(text).not.toContain('Charged:');
    expect(text).toContain(`Pay $45.00 now: ${checkoutUrl}`);
  });

  test('leads to the settings if the payment page could not be created', () => {
    expect(mailIn('en', { outcome: 'declined' }).text).toContain(`Open automatic top-up: ${accountUrl}`);
  });

  test('about the limit names the price of the next top-up', () => {
    expect(mailIn('en', { outcome: 'limit' }).text).toContain('another top-up of $45.00 would go over your monthly limit');
  });
});

test.each(Object.keys(languages))('all mails have all values in the language %s', (language) => {
  for (const outcome of ['paid', 'limit', 'declined', 'authentication', 'unknown'] as const) {
    const { subject, text, html } = mailIn(language, { outcome, ...(outcome === 'declined' && { checkoutUrl }) });
    expect(subject.length).toBeGreaterThan(5);
    expect(`${subject}${text}${html}`).not.toMatch(/\{\{|undefined|mail\.top_up/);
    expect(text).toContain('•••• 4242');
  }
});
