/** The calls of large orders (docs/spec.md 5.16, 17.6). Amounts are in dollars with two decimals, and times are in ISO 8601. */
import * as z from 'zod';
import { promptLanguage } from '../ai-write/api.ts';
import { doneMailFields } from '../batch/api.ts';
import { batchKinds } from '../batch/batch.ts';
import { itemId, promptText, ratioText } from '../batch/item-request.ts';
import { imageModels, videoModels } from '../catalogue.ts';
import { orderItemsMax, orderStatuses, pauseReasons, windowItemsMax } from './rules.ts';
import { localTime } from './start-time.ts';

const optionsMax = 10;
export const optionNameCharactersMax = 40;
export const optionValueCharactersMax = 200;
/**
 * Limit for the sum of all texts of an order. If a client escapes each character, the request still reaches its function
 * (request-limits.test.ts).
 */
const orderCharactersMax = 750_000;
const skuText = z.string().trim().min(1).max(100);

/** One photo of a product. */
const orderItem = z.object({
  /** The client creates this id. It is unique in the order. */
  itemId,
  uploadKey: z.string().min(1).max(300),
  title: z.string().max(255),
  sku: skuText.optional(),
  /** Values for the fields of the prompt, for example the colour. */
  options: z
    .array(z.object({ name: z.string().trim().min(1).max(optionNameCharactersMax), value: z.string().max(optionValueCharactersMax) }))
    .max(optionsMax)
    .optional(),
  /** Replaces the prompt of the order for this item. It can also contain fields. */
  prompt: promptText.optional(),
});
export type OrderItemRequest = z.infer<typeof orderItem>;

const charactersOf = ({ itemId: id, uploadKey, title, sku = '', options = [], prompt = '' }: OrderItemRequest): number =>
  [id, uploadKey, title, sku, prompt, ...options.flatMap(({ name, value }) => [name, value])].reduce((sum, text) => sum + text.length, 0);

const common = {
  /** The client creates this id, which is also the id of the order. It is the idempotency key of the call, per user. */
  quoteId: z.uuid(),
  /** The prompt of all items, with fields (prompt.ts). */
  prompt: promptText,
  /**
   * Set if AI Write writes a prompt for each product. Then `prompt` is only the direction of the seller, and can be empty. The prompts are
   * included in the price of the items.
   */
  aiWrite: z.object({ language: promptLanguage }).optional(),
  aspectRatio: ratioText,
  items: z
    .array(orderItem)
    .min(1, { error: 'EmptyBatch' })
    .max(orderItemsMax, { error: 'OrderTooLarge' })
    .refine((items) => new Set(items.map(({ itemId: id }) => id)).size === items.length, { error: 'DuplicateItem' })
    .refine((items) => items.reduce((sum, item) => sum + charactersOf(item), 0) <= orderCharactersMax, { error: 'RequestTooLarge' }),
};

/** POST /api/quotes: stores the items of an order and its price. The price holds for 24 hours. */
export const createQuoteRequest = z.discriminatedUnion('kind', [
  z.object({
    ...common,
    kind: z.literal('video'),
    duration: z.literal(8, { error: 'DurationUnsupported' }),
    resolution: z.enum(['720p', '1080p'], { error: 'ResolutionUnsupported' }),
    generateAudio: z.boolean(),
    model: z.enum(videoModels.map(({ id }) => id) as ['veo3', 'veo3-fast'], { error: 'UnknownModel' }),
  }),
  z.object({
    ...common,
    kind: z.literal('image'),
    model: z.enum(imageModels.map(({ id }) => id) as ['gemini-2.5-flash-image', 'GPT-Image-1'], { error: 'UnknownModel' }),
  }),
]);
export type CreateQuoteRequest = z.infer<typeof createQuoteRequest>;

const dollars = z.number();
const time = z.iso.datetime();

export const createQuoteResponse = z.object({
  quoteId: z.uuid(),
  /** An order that is started before this time has the price of the quote until the order ends. */
  validUntil: time,
  count: z.int(),
  /** Price of one item. */
  unit: dollars,
  total: dollars,
  /** The largest amount that is held at the same time. */
  hold: dollars,
});
export type CreateQuoteResponse = z.infer<typeof createQuoteResponse>;

/** This amount is higher than the price of any order. */
const ceilingDollarsMax = 100_000;

const ceiling = dollars
  .min(0)
  .max(ceilingDollarsMax)
  .refine((amount) => Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-6, { error: 'The amount has more than two decimals.' });

/** POST /api/quotes/{quoteId}/start: starts the order of a quote. A second call with the same values responds with the same order. */
export const startQuoteRequest = z.object({
  /** The order never costs more than this amount. Default: the total of the quote. */
  ceiling: ceiling.optional(),
  /** The order pauses after this number of items, and asks the seller. */
  testFirst: z.int().min(1).max(windowItemsMax).optional(),
  /** The order starts at this local time, which must be before the quote expires. Default: the order starts at once. */
  startAt: localTime.optional(),
  ...doneMailFields,
});
export type StartQuoteRequest = z.infer<typeof startQuoteRequest>;

/** GET /api/orders/{orderId}, and the response of all calls that change an order. */
export const orderResponse = z.object({
  orderId: z.uuid(),
  kind: z.enum(batchKinds),
  model: z.string(),
  aspectRatio: z.string(),
  status: z.enum(orderStatuses),
  /** Set only while the order is paused. */
  pauseReason: z.enum(pauseReasons).optional(),
  quotedAt: time,
  /** The time at which a scheduled order starts. */
  startAt: time.optional(),
  startedAt: time.optional(),
  endedAt: time.optional(),
  counters: z.object({
    total: z.int(),
    completed: z.int(),
    failed: z.int(),
    cancelled: z.int(),
    /** Items that are being made. */
    processing: z.int(),
    /** Items whose credits are held and that wait for a slot. */
    queued: z.int(),
    /** Items that are in no batch yet. */
    left: z.int(),
  }),
  unit: dollars,
  /** The price of all items. */
  total: dollars,
  ceiling: dollars,
  spent: dollars,
  held: dollars,
  /** The started batches, oldest first. */
  batchIds: z.array(z.uuid()),
});
export type OrderResponse = z.infer<typeof orderResponse>;

const skusMax = 100;

/** POST /api/orders/{orderId}/control. Each action can be repeated. */
export const controlOrderRequest = z.discriminatedUnion('action', [
  /** No further item starts. Items without a vendor request return to the order. */
  z.object({ action: z.literal('pause') }),
  z.object({ action: z.literal('resume'), ceiling: ceiling.optional() }),
  /** Like `pause`, but the order ends after its running items have ended. */
  z.object({ action: z.literal('stop') }),
  /** The items of these SKUs start next, in this sequence. Items that have started stay as they are. */
  z.object({ action: z.literal('front'), skus: z.array(skuText).min(1).max(skusMax) }),
]);
export type ControlOrderRequest = z.infer<typeof controlOrderRequest>;
