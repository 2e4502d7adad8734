/** The mail about ended work as text and HTML. The mail shows the number of delivered items and the charge. */
import { countersOf, type OrderedKind } from '#shared/batch/batch.ts';
import { dollarsIn } from '#shared/money.ts';
import { type Mail, mailHtml } from '../platform/mail-html.ts';
import type { Translate } from '../platform/texts.ts';
import type { Item } from '../store/batch-rows.ts';

/** `items`: the items of all batches of the mail. */
type DoneMailValues = {
  name: string;
  kind: OrderedKind;
  items: readonly Pick<Item, 'status' | 'cents'>[];
  historyUrl: string;
  language: string;
};

/** Width of the labels before the counts, in pixels. The longest label has 15 letters. */
const labelWidth = 200;

export function doneMail(t: Translate, { name, kind, items, historyUrl, language }: DoneMailValues): Mail {
  const { total, completed, failed, cancelled } = countersOf(items);
  const chargedCents = items.reduce((sum, { status, cents }) => sum + (status === 'completed' ? cents : 0), 0);
  const counts = { completed: String(completed), total: String(total) };
  const subject = kind === 'video' ? t('mail.done.subject.video', counts) : t('mail.done.subject.image', counts);
  const greeting = t('mail.welcome.greeting', { name });
  const intro = t(kind === 'video' ? 'mail.done.intro.video' : 'mail.done.intro.image', { count: total });
  const rows: [string, string][] = [
    [t('mail.done.completed'), String(completed)],
    [t('mail.done.failed'), String(failed)],
    [t('mail.done.cancelled'), String(cancelled)],
    [t('mail.done.charged'), dollarsIn(language, chargedCents)],
  ];
  const open = t('mail.done.open');
  const note = t('mail.done.note');
  const reason = t('mail.done.reason');
  return {
    subject,
    text: [
      greeting,
      intro,
      rows.map(([label, value]) => `${label}: ${value}`).join('\n'),
      `${open}: ${historyUrl}`,
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
      button: { text: open, url: historyUrl },
      note,
      reason,
    }),
  };
}
