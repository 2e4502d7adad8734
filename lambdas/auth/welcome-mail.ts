/**
 * The welcome mail as text and HTML. It uses tables and inline styles, because they look the same in all mail programs. It contains no
 * pictures, and only one link, to our site.
 */
import type { Translate } from '../platform/texts.ts';

type Welcome = { name: string; bonus: string; startUrl: string; language: string };

export type Mail = { subject: string; text: string; html: string };

export function welcomeMail(t: Translate, { name, bonus, startUrl, language }: Welcome): Mail {
  const values = { name, bonus, startUrl };
  const steps = [t('mail.welcome.step_photos'), t('mail.welcome.step_prompt'), t('mail.welcome.step_videos')];
  return {
    subject: t('mail.welcome.subject', values),
    text: [
      t('mail.welcome.greeting', values),
      t('mail.welcome.intro', values),
      steps.map((step, index) => `${index + 1}. ${step}`).join('\n'),
      `${t('mail.welcome.start')}: ${startUrl}`,
      t('mail.welcome.promise'),
      `--\n${t('mail.welcome.reason')}`,
    ].join('\n\n'),
    html: htmlOf(t, { values, steps, language }),
  };
}

/** The colours of the page (web/src/app/tokens.css). They are inline styles, because mail programs ignore style sheets. */
const look = {
  page: 'margin:0;padding:0;background:#faf6f0;color:#261c17;',
  sans: 'font-family:-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif;',
  serif: 'font-family:Palatino,Book Antiqua,Georgia,serif;',
};

type Content = { values: Record<string, string>; steps: string[]; language: string };

function htmlOf(t: Translate, { values, steps, language }: Content): string {
  const say = (key: string) => escaped(t(key, values));
  const paragraph = (text: string) => `<p style="${look.sans}margin:0 0 16px;font-size:16px;line-height:26px;">${text}</p>`;
  const rows = steps.map(
    (step, index) => `<tr>
<td valign="top" style="${look.serif}width:36px;padding:0 0 14px;font-size:20px;line-height:26px;color:#7b1e3a;">${index + 1}</td>
<td valign="top" style="${look.sans}padding:0 0 14px;font-size:16px;line-height:26px;">${escaped(step)}</td>
</tr>`,
  );
  return `<!doctype html>
<html lang="${escaped(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${say('mail.welcome.subject')}</title>
</head>
<body style="${look.page}">
<div style="display:none;max-height:0;overflow:hidden;">${say('mail.welcome.preview')}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#faf6f0;">
<tr><td align="center" style="padding:32px 16px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#fffdfa;border:1px solid #e4d8c9;border-radius:16px;">
<tr><td style="padding:32px 32px 0;${look.serif}font-size:22px;line-height:28px;color:#7b1e3a;">Vitrine</td></tr>
<tr><td style="padding:24px 32px 0;">
<h1 style="${look.serif}margin:0 0 20px;font-size:30px;line-height:38px;font-weight:600;">${say('mail.welcome.title')}</h1>
${paragraph(say('mail.welcome.greeting'))}
${paragraph(say('mail.welcome.intro'))}
</td></tr>
<tr><td style="padding:8px 32px 0;"><table role="presentation" width="100%" cellpadding="0" cellspacing="0">
${rows.join('\n')}
</table></td></tr>
<tr><td style="padding:12px 32px 28px;">
<a href="${escaped(values.startUrl ?? '')}" style="${look.sans}display:inline-block;padding:14px 24px;border-radius:10px;background:#7b1e3a;color:#fff8ef;font-size:16px;line-height:20px;font-weight:600;text-decoration:none;">${say('mail.welcome.start')}</a>
</td></tr>
<tr><td style="padding:20px 32px 32px;border-top:1px solid #e4d8c9;${look.sans}font-size:14px;line-height:22px;color:#6a5a4f;">${say('mail.welcome.promise')}</td></tr>
</table>
<p style="${look.sans}max-width:560px;margin:20px auto 0;font-size:13px;line-height:20px;color:#6a5a4f;">${say('mail.welcome.reason')}</p>
</td></tr>
</table>
</body>
</html>
`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
