/** The welcome mail as text and HTML. */
import { type Mail, mailHtml } from '../platform/mail-html.ts';
import type { Translate } from '../platform/texts.ts';

type WelcomeValues = { name: string; bonus: string; startUrl: string; language: string };

/** Width of the number before each step, in pixels. */
const numberWidth = 36;

export function welcomeMail(t: Translate, { name, bonus, startUrl, language }: WelcomeValues): Mail {
  const values = { name, bonus, startUrl };
  const subject = t('mail.welcome.subject', values);
  const greeting = t('mail.welcome.greeting', values);
  const intro = t('mail.welcome.intro', values);
  const steps = [t('mail.welcome.step_photos'), t('mail.welcome.step_prompt'), t('mail.welcome.step_videos')];
  const start = t('mail.welcome.start');
  const promise = t('mail.welcome.promise');
  const reason = t('mail.welcome.reason');
  return {
    subject,
    text: [
      greeting,
      intro,
      steps.map((step, index) => `${index + 1}. ${step}`).join('\n'),
      `${start}: ${startUrl}`,
      promise,
      `--\n${reason}`,
    ].join('\n\n'),
    html: mailHtml({
      language,
      subject,
      preview: t('mail.welcome.preview'),
      title: t('mail.welcome.title'),
      paragraphs: [greeting, intro],
      rows: steps.map((step, index) => [String(index + 1), step]),
      labelWidth: numberWidth,
      button: { text: start, url: startUrl },
      note: promise,
      reason,
    }),
  };
}
