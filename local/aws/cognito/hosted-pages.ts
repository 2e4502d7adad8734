/** The pages of the local sign-in (hosted UI). The pages contain no script, and text from the request is always escaped. */
import { createHash } from 'node:crypto';
import type { PoolUser } from './pool-store.ts';

const STYLE = `
:root { color-scheme: light dark; --page: #f6f4f1; --card: #fff; --ink: #211c1f; --soft: #6c6368; --line: #ddd6d2; --accent: #7a2140; --on-accent: #fff; --bad: #a3201a; }
@media (prefers-color-scheme: dark) { :root { --page: #171416; --card: #221d20; --ink: #f3eeee; --soft: #b5aaae; --line: #463d42; --accent: #f0a6b9; --on-accent: #33101c; --bad: #ff9c92; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100svh; display: grid; place-items: center; padding: 24px 16px; background: var(--page); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { width: 100%; max-width: 400px; padding: 32px 28px; border: 1px solid var(--line); border-radius: 16px; background: var(--card); }
h1 { margin: 0 0 4px; font-size: 22px; line-height: 1.3; letter-spacing: -0.01em; }
p { margin: 0 0 20px; color: var(--soft); overflow-wrap: anywhere; }
form { display: grid; gap: 12px; }
label { display: grid; gap: 4px; font-size: 14px; color: var(--soft); }
input, button { width: 100%; min-height: 46px; padding: 10px 14px; border: 1px solid var(--line); border-radius: 10px; background: transparent; color: inherit; font: inherit; }
button { cursor: pointer; overflow-wrap: anywhere; }
.primary { border-color: var(--accent); background: var(--accent); color: var(--on-accent); font-weight: 600; }
.account { display: grid; text-align: start; line-height: 1.35; }
.account small { color: var(--soft); }
.account:hover { border-color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
hr { width: 100%; margin: 20px 0; border: 0; border-top: 1px solid var(--line); }
[role=alert] { margin: 0 0 16px; color: var(--bad); }
`;
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/**
 * Returns the headers of a page.
 * @param formTargets origins to which the response of the form may redirect. Browsers apply form-action to redirects too.
 */
export const pageHeaders = (formTargets: string[] = []): Record<string, string> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${STYLE_HASH}'`,
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'cache-control': 'no-store',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
});

export type SignInForm = { users: PoolUser[]; email?: string; name?: string; problem?: string };

/**
 * The forms have no action attribute, so the browser posts to the current URL. The parameters of the sign-in request stay in this URL and
 * are not copied into the page.
 */
export function signInPage({ users, email = '', name = '', problem }: SignInForm): string {
  const accounts = users.map(
    (user) =>
      `<button class="account" name="email" value="${escapeHtml(user.email)}">${escapeHtml(user.name)}<small>${escapeHtml(user.email)}</small></button>`,
  );
  return renderPage(
    'Continue with Google (local)',
    `<h1>Continue with Google (local)</h1>
<p>This page replaces Google on your machine. You can use any e-mail address. No password is needed, and no mail is sent.</p>
${accounts.length ? `<form method="post">${accounts.join('\n')}</form><hr>` : ''}
<form method="post">
${problem ? `<p role="alert" id="problem">${escapeHtml(problem)}</p>` : ''}
<label>E-mail<input name="email" type="email" required maxlength="254" autocomplete="email" autocapitalize="none" spellcheck="false"${
      problem ? ' aria-invalid="true" aria-describedby="problem"' : ''
    } value="${escapeHtml(email)}"></label>
<label>Full name (optional)<input name="name" maxlength="100" autocomplete="name" value="${escapeHtml(name)}"></label>
<button class="primary">Continue</button>
</form>`,
  );
}

/** If the URL of a redirect is not valid, the user sees this page instead. */
export const errorPage = (code: string, explanation: string): string =>
  renderPage(
    'Sign-in failed',
    `<h1>Sign-in is not possible</h1><p role="alert">${escapeHtml(explanation)}</p><p>Error: ${escapeHtml(code)}</p>`,
  );

const renderPage = (title: string, content: string): string =>
  `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${STYLE}</style></head>
<body><main>${content}</main></body></html>
`;

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
