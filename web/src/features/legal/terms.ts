import { discount, packages } from '#shared/credits/packages.ts';
import type { LegalDocument } from './document.ts';

const sizes = packages.map(({ amount }) => `$${amount / 100}`).join(' and ');

export const terms: LegalDocument = {
  title: 'Terms of service',
  updatedOn: '2026-11-23',
  summary: 'These terms describe what you can expect from this site, and what we expect from you.',
  sections: [
    {
      heading: 'Who may use the site',
      paragraphs: [
        'You need a Google account to sign in. You must be old enough to make a contract in your country. If you act for a company, you must be allowed to do so.',
        'You are responsible for everything that is done with your account. If someone else may have access to it, sign out on all devices on the account page.',
      ],
    },
    {
      heading: 'Your photos, prompts and results',
      paragraphs: [
        'Your photos and prompts stay yours. You allow us to store them and to send them to the services that make your results. We use them for nothing else.',
        'You may use your results for any purpose, also for advertising, as far as the rules of the shop platform allow it. Some platforms require you to mark pictures and videos that were made with AI. This is your responsibility.',
        'Results are made by AI models of other companies. Two orders with the same photo and prompt give different results, and other customers may receive similar results. A result can show a product incorrectly, so check each result before you publish it.',
      ],
    },
    {
      heading: 'What is not allowed',
      paragraphs: [
        'Do not upload photos that you have no right to use. Do not order illegal, deceptive or sexual content, or content that imitates real persons or brands without permission. Our suppliers check orders and can refuse them.',
        'Do not try to avoid the limits of the site, for example with several accounts for one person. Do not attack the site or its users.',
      ],
    },
    {
      heading: 'Prices and payment',
      paragraphs: [
        `You pay from a balance in US dollars. You can add ${sizes}, or another amount. From $${discount.fromDollars} on, an amount costs less than it adds to your balance. The pricing page shows all prices.`,
        'When you start an order, we reserve its price. We charge an item only after its result is made, checked and stored. A failed or cancelled item costs nothing, unless its result was already being stored when you cancelled it.',
        'Credits do not expire while your account exists. They cannot be transferred to another account or paid out, except as the page about refunds describes. Free credits have no cash value.',
        'We can change prices. A change never affects an order that you have already started.',
      ],
    },
    {
      heading: 'Availability',
      paragraphs: [
        'We work to keep the site available, but we do not promise that it always is. Orders can take longer than usual, or can fail, when a supplier has a problem.',
        'We limit the number of orders and free actions per day. The page tells you when you reach a limit.',
      ],
    },
    {
      heading: 'Storage times',
      paragraphs: [
        'We keep your results until you delete your account, and your uploads for 30 days. The privacy page lists all times. Download the results that you need: the site is not a backup.',
      ],
    },
    {
      heading: 'End of the contract',
      paragraphs: [
        'You can delete your account at any time on the account page. Credits that you have not used are then lost, so ask for a refund first if you want one.',
        'We can block an account that breaks these terms. Except in serious cases, we warn you before. We refund paid credits that you have not used, unless they are needed to repair the damage.',
      ],
    },
    {
      heading: 'Liability',
      paragraphs: [
        'We are liable for damage that we cause on purpose or by gross negligence, and wherever the law requires it. Apart from this, our liability is limited to the amount that you paid to us in the twelve months before the damage.',
      ],
    },
    {
      heading: 'Changes of these terms',
      paragraphs: [
        'If we change these terms, we publish the new text here with its date. If you do not agree, you can delete your account.',
      ],
    },
  ],
};
