/**
 * `/_local/mail`: shows the list of sent mails, and each mail in the same way as a mail program. Scripts can read the list as JSON
 * (`/_local/mail.json`).
 */
import { createHash } from 'node:crypto';
import type { StoredMail } from '../../aws/ses/mail.ts';
import { type Html, html } from '../executions/html.ts';
import { pageStyle } from '../executions/page-style.ts';

type PageResponse = { status: number; headers: Record<string, string>; body: string };

const root = '/_local/mail';
const style = `${pageStyle}
iframe { width: 100%; height: 46rem; border: 1px solid var(--line); border-radius: .4rem; background: #fff; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; background: var(--soft); padding: 1rem; border-radius: .4rem; }`;

const pagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  ...["frame-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"],
].join('; ');

/**
 * Content security policy of a mail, similar to a mail program: the mail can use its own styles, but no scripts and no external resources.
 */
const mailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; sandbox allow-popups allow-popups-to-escape-sandbox; frame-ancestors 'self'";

/** @returns undefined if the URL is not one of these pages */
export function handleMailPage(mails: readonly StoredMail[], url: URL): PageResponse | undefined {
  if (url.pathname === `${root}.json`) return createResponse(200, 'application/json', pagePolicy, JSON.stringify(mails));
  if (url.pathname === root || url.pathname === `${root}/`) return createPage(200, 'Mail', mailList(mails));
  if (!url.pathname.startsWith(`${root}/`)) return undefined;
  const [id, view] = url.pathname.slice(root.length + 1).split('/');
  const mail = mails.find((entry) => entry.id === id);
  if (!mail) return createPage(404, 'Not found', html`<p>There is no such mail.</p>`);
  return view === 'html'
    ? createResponse(200, 'text/html; charset=utf-8', mailPolicy, mail.html)
    : createPage(200, mail.subject, mailDetails(mail));
}

const mailList = (mails: readonly StoredMail[]): Html => html`<p>${mails.length} sent, newest first. No mail leaves this machine.</p>
<table>
<thead><tr><th>Sent<th>To<th>Subject</tr></thead>
<tbody>${mails.map(
  ({ id, sentAt, to, subject }) =>
    html`<tr><td>${sentAt.slice(0, 19).replace('T', ' ')}<td>${to}<td><a href="${root}/${id}">${subject}</a></tr>`,
)}</tbody>
</table>`;

const mailDetails = ({ id, from, to, sentAt, text }: StoredMail): Html => html`<dl>
<dt>From<dd>${from}
<dt>To<dd>${to}
<dt>Sent<dd>${sentAt}
</dl>
<h2>As HTML</h2>
<iframe title="The mail as HTML" src="${root}/${id}/html"></iframe>
<h2>As plain text</h2>
<pre>${text}</pre>`;

function createPage(status: number, title: string, content: Html): PageResponse {
  const { markup } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · local mail</title>
<style>${{ markup: style }}</style>
</head>
<body>
<header><a href="${root}">Mail</a></header>
<main><h1>${title}</h1>${content}</main>
</body>
</html>`;
  return createResponse(status, 'text/html; charset=utf-8', pagePolicy, markup);
}

const createResponse = (status: number, contentType: string, policy: string, body: string): PageResponse => ({
  status,
  headers: {
    'content-type': contentType,
    'content-security-policy': policy,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  },
  body,
});
