/**
 * The HTML frame of every mail. The frame uses tables and inline styles, because all mail programs show these in the same way. It contains
 * no pictures, and only one link, which leads to our site.
 */

export type Mail = { subject: string; text: string; html: string };

/** The contents of a mail as plain text. `mailHtml` escapes these texts. */
type Contents = {
  language: string;
  subject: string;
  /** Mail programs show this text after the subject in the list of mails. */
  preview: string;
  title: string;
  paragraphs: string[];
  /** Rows of two cells below the paragraphs: a short label, and its text. */
  rows: [label: string, text: string][];
  /** Width of the labels in pixels. */
  labelWidth: number;
  button: { text: string; url: string };
  /** Text below the button, in small letters. */
  note: string;
  /** The reason why the reader gets this mail. */
  reason: string;
};

/** The colours of the page (web/src/app/tokens.css). The styles are inline, because mail programs ignore style sheets. */
const styles = {
  page: 'margin:0;padding:0;background:#faf6f0;color:#261c17;',
  sans: 'font-family:-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif;',
  serif: 'font-family:Palatino,Book Antiqua,Georgia,serif;',
};

export function mailHtml({ language, subject, preview, title, paragraphs, rows, labelWidth, button, note, reason }: Contents): string {
  const paragraph = (text: string) => `<p style="${styles.sans}margin:0 0 16px;font-size:16px;line-height:26px;">${escapeHtml(text)}</p>`;
  const row = ([label, text]: [string, string]) => `<tr>
<td valign="top" style="${styles.serif}width:${labelWidth}px;padding:0 0 14px;font-size:20px;line-height:26px;color:#7b1e3a;">${escapeHtml(label)}</td>
<td valign="top" style="${styles.sans}padding:0 0 14px;font-size:16px;line-height:26px;">${escapeHtml(text)}</td>
</tr>`;
  return `<!doctype html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeHtml(subject)}</title>
</head>
<body style="${styles.page}">
<div style="display:none;max-height:0;overflow:hidden;">${escapeHtml(preview)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#faf6f0;">
<tr><td align="center" style="padding:32px 16px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#fffdfa;border:1px solid #e4d8c9;border-radius:16px;">
<tr><td style="padding:32px 32px 0;${styles.serif}font-size:22px;line-height:28px;color:#7b1e3a;">Vitrine</td></tr>
<tr><td style="padding:24px 32px 0;">
<h1 style="${styles.serif}margin:0 0 20px;font-size:30px;line-height:38px;font-weight:600;">${escapeHtml(title)}</h1>
${paragraphs.map(paragraph).join('\n')}
</td></tr>
<tr><td style="padding:8px 32px 0;"><table role="presentation" width="100%" cellpadding="0" cellspacing="0">
${rows.map(row).join('\n')}
</table></td></tr>
<tr><td style="padding:12px 32px 28px;">
<a href="${escapeHtml(button.url)}" style="${styles.sans}display:inline-block;padding:14px 24px;border-radius:10px;background:#7b1e3a;color:#fff8ef;font-size:16px;line-height:20px;font-weight:600;text-decoration:none;">${escapeHtml(button.text)}</a>
</td></tr>
<tr><td style="padding:20px 32px 32px;border-top:1px solid #e4d8c9;${styles.sans}font-size:14px;line-height:22px;color:#6a5a4f;">${escapeHtml(note)}</td></tr>
</table>
<p style="${styles.sans}max-width:560px;margin:20px auto 0;font-size:13px;line-height:20px;color:#6a5a4f;">${escapeHtml(reason)}</p>
</td></tr>
</table>
</body>
</html>
`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
