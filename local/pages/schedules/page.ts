/**
 * `/_local/scheduling`: replaces the appointment service (shared/site.ts), so that developers can try the dialog "Talk to Us". The page
 * offers times and confirms the chosen time, but stores nothing.
 */
import { createHash } from 'node:crypto';
import { html } from '../executions/html.ts';

export const schedulingPath = '/_local/scheduling';

const style = `
:root { color-scheme: light dark; --page: #f8f4ee; --ink: #221814; --soft: #65564c; --line: #8f7d6b; --accent: #7b1e3a; --on-accent: #fff8ef; }
@media (prefers-color-scheme: dark) { :root { --page: #15110f; --ink: #f6eee4; --soft: #bcac9e; --line: #8b7a6a; --accent: #f0a6b5; --on-accent: #2a0d16; } }
* { box-sizing: border-box; }
body { margin: 0; padding: 20px; background: var(--page); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
h1 { margin: 0; font-size: 20px; }
p { margin: 4px 0 16px; color: var(--soft); }
fieldset { margin: 0 0 16px; padding: 0; border: 0; }
legend { margin-bottom: 6px; padding: 0; font-weight: 600; }
.times { display: flex; flex-wrap: wrap; gap: 8px; }
.times label { display: flex; align-items: center; gap: 8px; min-height: 44px; padding: 0 14px; border: 1px solid var(--line); border-radius: 6px; cursor: pointer; }
.times input { accent-color: var(--accent); }
.mail { display: grid; gap: 4px; max-width: 360px; margin-bottom: 16px; }
.mail input, button { min-height: 44px; padding: 8px 14px; border: 1px solid var(--line); border-radius: 6px; background: transparent; color: inherit; font: inherit; }
button { border-color: var(--accent); background: var(--accent); color: var(--on-accent); font-weight: 600; cursor: pointer; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
`;

const headers = {
  'content-type': 'text/html; charset=utf-8',
  // The site shows this page in a frame, unlike the other local pages.
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    ...["base-uri 'none'", "form-action 'self'", "frame-ancestors 'self'"],
  ].join('; '),
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

const offeredDays = 3;
const offeredHours = ['09:00', '11:30', '15:00'];
const dayMs = 24 * 60 * 60 * 1000;

/** Returns the next working days after a time, as `Monday, November 23`. */
export function workingDaysAfter(now: Date, count: number): string[] {
  const days: string[] = [];
  for (let day = new Date(now.getTime() + dayMs); days.length < count; day = new Date(day.getTime() + dayMs)) {
    const isWeekend = day.getUTCDay() % 6 === 0;
    if (!isWeekend) days.push(day.toLocaleDateString('en-US', { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' }));
  }
  return days;
}

/** @returns undefined for a request that is not for this page */
export function handleSchedulingPage(method: string | undefined, path: string, now: Date) {
  if (path !== schedulingPath || (method !== 'GET' && method !== 'POST')) return undefined;
  const content =
    method === 'POST'
      ? html`<h1>Your time is noted</h1><p>A real calendar would send you an invitation now. This demo page stores nothing and sends no mail.</p>`
      : html`<h1>Thirty minutes with us</h1>
<p>On your machine, this page replaces the calendar of the operator.</p>
<form method="post">
${workingDaysAfter(now, offeredDays).map(
  (day, index) =>
    html`<fieldset><legend>${day}</legend><div class="times">${offeredHours.map(
      (hour) => html`<label><input type="radio" name="time" value="${`${index} ${hour}`}" required>${hour} UTC</label>`,
    )}</div></fieldset>`,
)}
<label class="mail">E-mail<input name="email" type="email" required autocomplete="email"></label>
<button>Book this time</button>
</form>`;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Appointments (local)</title>
<style>${{ markup: style }}</style>
</head>
<body><main aria-label="Appointments">${content}</main></body>
</html>`;
  return { status: 200, headers, body: page.markup };
}
