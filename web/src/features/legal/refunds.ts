import type { LegalDocument } from './document.ts';

export const refunds: LegalDocument = {
  title: 'Refunds',
  updatedOn: '2026-11-23',
  summary: 'You pay only for delivered results. This page explains what happens with your money in all other cases.',
  sections: [
    {
      heading: 'Failed and cancelled items',
      paragraphs: [
        'An item that fails is not charged. The reserved amount returns to your balance automatically, and the list of transactions shows it.',
        'If you cancel an item before its result is stored, it is not charged.',
      ],
    },
    {
      heading: 'A result is not usable',
      paragraphs: [
        'AI models do not always follow a prompt, so a delivered result that you do not like is charged. If a result has a technical fault, for example a broken file or the wrong product, write to us within 14 days with the id of the batch. We then return the credits of this item.',
      ],
    },
    {
      heading: 'Credits that you have not used',
      paragraphs: [
        'Within 14 days after a payment, you can ask us to return the part of it that you have not used. We pay it back to the same card. If the payment had a discount, we return the same share of the paid price.',
        'Free credits are not paid out. We use your free credits first when we calculate which part of a payment you have used.',
      ],
    },
    {
      heading: 'Payments that you did not make',
      paragraphs: [
        'If a payment was made without your permission, write to us before you ask your bank to return it. We can usually refund it faster. A payment that a bank returns is removed from the balance.',
      ],
    },
    {
      heading: 'How to ask',
      paragraphs: ['Write to us from the e-mail address of your account. Refunds take up to ten working days, depending on your bank.'],
    },
  ],
};
