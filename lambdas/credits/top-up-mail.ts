/** The mail about an automatic top-up as text and HTML. Its button opens the payment page if the card was not charged. */
import type { TopUpNews } from '#shared/credits/auto-top-up.ts';
import { type Cents, dollarsIn } from '#shared/money.ts';
import { type Mail, mailHtml } from '../platform/mail-html.ts';
import type { Translate } from '../platform/texts.ts';

type TopUpMailValues = {
  name: string;
  topUp: TopUpNews;
  /** The balance at the time of the mail. */
  available: Cents;
  accountUrl: string;
  language: string;
};

/** Width of the labels before the amounts, in pixels. */
const labelWidth = 200;

export function topUpMail(t: Translate, { name, topUp, available, accountUrl, language }: TopUpMailValues): Mail {
  const { outcome, last4, checkoutUrl } = topUp;
  const credits = dollarsIn(language, topUp.credits);
  const price = dollarsIn(language, topUp.price);
  const subject = subjectOf(t, topUp, credits);
  const greeting = t('mail.welcome.greeting', { name });
  const intro = introOf(t, topUp, price);
  const rows: [string, string][] = [
    ...(outcome === 'paid'
      ? ([
          [t('mail.top_up.credits'), credits],
          [t('mail.top_up.charged'), price],
        ] satisfies [string, string][])
      : []),
    [t('mail.top_up.card'), `•••• ${last4}`],
    [t('mail.top_up.balance'), dollarsIn(language, available)],
  ];
  const button = checkoutUrl
    ? { text: t('mail.top_up.pay', { price }), url: checkoutUrl }
    : { text: t('mail.top_up.settings'), url: accountUrl };
  const note = checkoutUrl ? t('mail.top_up.note_pay') : t('mail.top_up.note_settings');
  const reason = t('mail.top_up.reason');
  return {
    subject,
    text: [
      greeting,
      intro,
      rows.map(([label, value]) => `${label}: ${value}`).join('\n'),
      `${button.text}: ${button.url}`,
      note,
      `--\n${reason}`,
    ].join('\n\n'),
    html: mailHtml({
      language,
      subject,
      preview: intro,
      title: subject,
      paragraphs: [greeting, intro],
      rows,
      labelWidth,
      button,
      note,
      reason,
    }),
  };
}

function subjectOf(t: Translate, { outcome }: TopUpNews, credits: string): string {
  if (outcome === 'paid') return t('mail.top_up.subject_paid', { credits });
  return outcome === 'limit' ? t('mail.top_up.subject_limit') : t('mail.top_up.subject_stopped');
}

function introOf(t: Translate, { outcome }: TopUpNews, price: string): string {
  switch (outcome) {
    case 'paid':
      return t('mail.top_up.intro_paid');
    case 'limit':
      return t('mail.top_up.intro_limit', { price });
    case 'declined':
      return t('mail.top_up.intro_declined');
    case 'authentication':
      return t('mail.top_up.intro_authentication');
    case 'unknown':
      return t('mail.top_up.intro_unknown');
  }
}
