/** Parameters of a new session, with Stripe's limits. Only the parameters that the product uses are allowed. */
import * as z from 'zod';
import type { VendorResponse } from '../kit/http.ts';
import { type Fields, stripeError } from './api-request.ts';

const amountMin = 50;
const metadataMax = 50;

const wholeNumber = z.string().regex(/^\d+$/, 'Invalid integer').transform(Number);
const url = z.url({ protocol: /^https?$/, error: 'Not a valid URL' });
const metadata = z
  .record(z.string().max(40), z.string().max(500))
  .refine((pairs) => Object.keys(pairs).length <= metadataMax, `You can have at most ${metadataMax} keys`);
const line = z.strictObject({
  quantity: z.literal('1'),
  price_data: z.strictObject({
    currency: z.literal('usd'),
    unit_amount: wholeNumber,
    product_data: z.strictObject({ name: z.string().min(1), description: z.string().min(1).optional() }),
  }),
});

const cardFields = z.strictObject({
  mode: z.literal('setup'),
  currency: z.literal('usd'),
  allowed_payment_method_types: z.strictObject({ 0: z.literal('card') }),
  customer_creation: z.literal('always'),
  success_url: url,
  cancel_url: url,
  client_reference_id: z.string().max(200).optional(),
  customer_email: z.email().optional(),
  metadata,
  setup_intent_data: z.strictObject({ metadata }),
});

const paymentFields = z.strictObject({
  mode: z.literal('payment'),
  line_items: z.strictObject({ 0: line }),
  success_url: url,
  cancel_url: url,
  client_reference_id: z.string().max(200).optional(),
  customer_email: z.email().optional(),
  metadata,
  payment_intent_data: z.strictObject({ metadata }),
  adaptive_pricing: z.strictObject({ enabled: z.literal('false') }).optional(),
  submit_type: z.literal('pay').optional(),
});

const sessionFields = z.discriminatedUnion('mode', [paymentFields, cardFields]);

export type SessionInput = z.infer<typeof sessionFields>;

export function parseSessionInput(fields: Fields): { input: SessionInput } | { errorResponse: VendorResponse } {
  const { data: input, error } = sessionFields.safeParse(fields);
  if (!input) return { errorResponse: toErrorResponse(error) };
  if (input.mode === 'setup' || input.line_items[0].price_data.unit_amount >= amountMin) return { input };
  const message = `The Checkout Session’s total amount must convert to at least ${amountMin} cents.`;
  return { errorResponse: stripeError(400, message, { code: 'amount_too_small' }) };
}

const intentFields = z.strictObject({
  amount: wholeNumber,
  currency: z.literal('usd'),
  customer: z.string(),
  payment_method: z.string(),
  allowed_payment_method_types: z.strictObject({ 0: z.literal('card') }),
  off_session: z.literal('true'),
  confirm: z.literal('true'),
  metadata,
});

export type IntentInput = z.infer<typeof intentFields>;

/** Parses the parameters of a payment with a saved card. */
export function parseIntentInput(fields: Fields): { input: IntentInput } | { errorResponse: VendorResponse } {
  const { data: input, error } = intentFields.safeParse(fields);
  if (!input) return { errorResponse: toErrorResponse(error) };
  if (input.amount >= amountMin) return { input };
  return { errorResponse: stripeError(400, `Amount must be at least ${amountMin} cents.`, { code: 'amount_too_small', param: 'amount' }) };
}

function toErrorResponse({ issues: [issue] }: z.ZodError): VendorResponse {
  const unknownNames = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  const [first, ...otherParts] = [...(issue?.path ?? []), ...unknownNames].map(String);
  const param = [first, ...otherParts.map((part) => `[${part}]`)].join('');
  return unknownNames.length > 0
    ? stripeError(400, `Received unknown parameter: ${param}`, { param, code: 'parameter_unknown' })
    : stripeError(400, `${issue?.message}: ${param}`, { param });
}
