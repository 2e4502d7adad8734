/** Parameters of a new session, with Stripe's limits. Only the parameters that the product uses are allowed. */
import * as z from 'zod';
import type { Answer } from '../kit/http.ts';
import { stripeError } from './errors.ts';
import type { Fields } from './fields.ts';

const amountMin = 50;
const amountMax = 99_999_999;
const metadataMax = 50;

const whole = z.string().regex(/^\d+$/, 'Invalid integer').transform(Number);
const address = z.url({ protocol: /^https?$/, error: 'Not a valid URL' });
const metadata = z
  .record(z.string().max(40), z.string().max(500))
  .refine((pairs) => Object.keys(pairs).length <= metadataMax, `You can have at most ${metadataMax} keys`);
const line = z.strictObject({
  quantity: whole,
  price_data: z.strictObject({
    currency: z.literal('usd'),
    unit_amount: whole,
    product_data: z.strictObject({ name: z.string().min(1), description: z.string().min(1).optional() }),
  }),
});

const sessionFields = z.strictObject({
  mode: z.literal('payment'),
  line_items: z.strictObject({ 0: line }),
  success_url: address,
  cancel_url: address.optional(),
  client_reference_id: z.string().max(200).optional(),
  customer_email: z.email().optional(),
  metadata: metadata.default({}),
  payment_intent_data: z.strictObject({ metadata: metadata.default({}) }).default({ metadata: {} }),
  adaptive_pricing: z.strictObject({ enabled: z.enum(['true', 'false']) }).optional(),
  submit_type: z.enum(['auto', 'pay', 'book', 'donate']).optional(),
});

export type SessionInput = z.infer<typeof sessionFields> & { amount: number };

export function sessionInput(fields: Fields): { input: SessionInput } | { refusal: Answer } {
  const parsed = sessionFields.safeParse(fields);
  if (!parsed.success) return { refusal: refusalOf(parsed.error) };
  const { quantity, price_data } = parsed.data.line_items[0];
  const amount = quantity * price_data.unit_amount;
  if (amount < amountMin)
    return {
      refusal: stripeError(400, 'The Checkout Session’s total amount must convert to at least 50 cents.', { code: 'amount_too_small' }),
    };
  if (amount > amountMax) return { refusal: stripeError(400, 'Amount must be no more than $999,999.99', { code: 'amount_too_large' }) };
  return { input: { ...parsed.data, amount } };
}

function refusalOf({ issues }: z.ZodError): Answer {
  const [issue] = issues;
  const path = [...(issue?.path ?? []), ...(issue?.code === 'unrecognized_keys' ? [issue.keys[0] ?? ''] : [])].map(String);
  const param = path.map((part, index) => (index === 0 ? part : `[${part}]`)).join('');
  const isUnknown = issue?.code === 'unrecognized_keys';
  return stripeError(400, isUnknown ? `Received unknown parameter: ${param}` : `${issue?.message}: ${param}`, {
    param,
    ...(isUnknown && { code: 'parameter_unknown' }),
  });
}
