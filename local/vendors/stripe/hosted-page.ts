/** The payment page. The page does not ask for payment data. Instead, the buyer chooses the outcome of the payment. */
import { type Html, html } from '../../pages/executions/html.ts';
import type { VendorResponse } from '../kit/http.ts';
import type { Session } from './store.ts';

const style = `
:root { color-scheme: light dark; --ink: #1f2430; --muted: #5d6475; --line: #d9dce4; --paper: #f6f7fa; --card: #fff; --pay: #3d3ad1; --on-pay: #fff; --bad: #a3202f }
@media (prefers-color-scheme: dark) { :root { --ink: #eceef4; --muted: #a5abba; --line: #3a4050; --paper: #14171f; --card: #1d212b; --pay: #8e8cff; --on-pay: #14171f; --bad: #ff9aa5 } }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1.5rem; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif }
main { width: 100%; max-width: 26rem; padding: 1.75rem; background: var(--card); border: 1px solid var(--line); border-radius: 1rem }
a { color: inherit }
h1 { margin: .25rem 0 0; font-size: 2.25rem; line-height: 1.2; font-variant-numeric: tabular-nums }
p { margin: .5rem 0 }
form { display: grid; gap: .75rem; margin-top: 1.5rem }
button { min-height: 3rem; padding: .5rem 1rem; border: 1px solid var(--line); border-radius: .6rem; background: none; color: inherit; font: inherit; font-weight: 600; cursor: pointer }
button[value=pay], button[value=accepted] { background: var(--pay); border-color: var(--pay); color: var(--on-pay) }
:focus-visible { outline: 3px solid var(--pay); outline-offset: 2px }
.muted { color: var(--muted); font-size: .9rem }
.error { color: var(--bad); font-weight: 600 }`;

const formatDollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`;

const createPage = (status: number, title: string, body: Html): VendorResponse => ({
  status,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
  },
  bytes: Buffer.from(
    html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${{ markup: style }}</style></head><body><main>${body}</main></body></html>`
      .markup,
  ),
});

export function paymentPage({ amount, name, description, email, cancelUrl }: Session, { isDeclined = false } = {}): VendorResponse {
  return createPage(
    200,
    'Demo payment',
    html`
<p><a href="${cancelUrl}">← Back</a></p>
<p class="muted">Demo payment page: it needs no card, and no money moves.</p>
<p>${name}</p>
<h1>${formatDollars(amount)}</h1>
${description !== undefined && html`<p class="muted">${description}</p>`}
${email !== null && html`<p class="muted">Receipt to ${email}</p>`}
${isDeclined && html`<p class="error" role="alert">Your card was declined. Try another card.</p>`}
<form method="post">
<button name="action" value="pay">Pay ${formatDollars(amount)}</button>
<button name="action" value="decline">Pay with a card that is declined</button>
<button name="action" value="later">Pay by bank transfer, which arrives later</button>
</form>`,
  );
}

/** The page on which a seller saves a card. The seller chooses how the bank will decide about later payments. */
export const cardPage = ({ email, cancelUrl }: Session): VendorResponse =>
  createPage(
    200,
    'Demo card',
    html`
<p><a href="${cancelUrl}">← Back</a></p>
<p class="muted">Demo page: it needs no card, and no money moves.</p>
<h1>Save a card</h1>
${email !== null && html`<p class="muted">For ${email}</p>`}
<form method="post">
<button name="action" value="accepted">Save card •••• 4242</button>
<button name="action" value="declined">Save a card that is declined later</button>
<button name="action" value="authentication">Save a card whose bank asks for confirmation later</button>
</form>`,
  );

/** Returns the page of a session that can no longer be paid. */
export const closedPage = ({ status, mode, successUrl, id, cancelUrl }: Session): VendorResponse =>
  createPage(
    status === 'complete' ? 200 : 410,
    'Demo payment',
    html`<h1>${status === 'complete' ? 'You are all done here' : 'This page has expired'}</h1>
<p>${status !== 'complete' ? 'Nothing was charged.' : mode === 'setup' ? 'This card is already saved.' : 'This order is already paid.'}</p>
<p><a href="${status === 'complete' ? returnUrlOf({ successUrl, id }) : cancelUrl}">Return to the shop</a></p>`,
  );

export const unknownPage = (): VendorResponse => createPage(404, 'Demo payment', html`<h1>There is no such payment</h1>`);

/** Returns the URL to which a buyer returns after the payment. */
export const returnUrlOf = ({ successUrl, id }: Pick<Session, 'successUrl' | 'id'>): string =>
  successUrl.replaceAll('{CHECKOUT_SESSION_ID}', id);
