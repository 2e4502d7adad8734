/** The items of a large order with their filled prompts. */
import { type ErrorCode, isErrorCode } from '../errors.ts';
import { imageItemRequest } from '../image/api.ts';
import { videoItemRequest } from '../video/api.ts';
import type { CreateQuoteRequest, OrderItemRequest } from './api.ts';
import { filledPrompt, knownFields, unknownField } from './prompt.ts';

/** An item as the server stores it. The order contains the settings that all items share. */
export type OrderItem = {
  itemId: string;
  uploadKey: string;
  title: string;
  sku?: string;
  prompt: string;
  /** Set if AI Write writes the prompt: the direction with its fields, and the options of the product. */
  direction?: string;
  options?: NonNullable<OrderItemRequest['options']>;
};

/** The settings that all items of an order share. */
export type OrderSettings = { aiWrite?: CreateQuoteRequest['aiWrite'] } & ItemSettings;
type ItemSettings =
  | { kind: 'video'; aspectRatio: string; duration: 8; resolution: '720p' | '1080p'; generateAudio: boolean; model: 'veo3' | 'veo3-fast' }
  | { kind: 'image'; aspectRatio: string; model: 'gemini-2.5-flash-image' | 'GPT-Image-1' };

type Refusal = { code: ErrorCode; details: Record<string, unknown> };

export function settingsOf(request: CreateQuoteRequest): OrderSettings {
  const { quoteId: _, prompt: __, items: ___, ...settings } = request;
  return settings;
}

/** Returns the item as a request for a batch. */
export const itemRequestOf = (
  { aiWrite: _, ...settings }: OrderSettings,
  { sku: __, direction: ___, options: ____, ...item }: OrderItem,
) => ({
  ...item,
  ...settings,
  ...(settings.kind === 'image' && { outputFormat: 'jpeg' as const, numImages: 1 as const }),
});

/** Fills the prompts of an order. Returns the first problem if a prompt or a setting is not allowed. */
export function orderItemsOf(request: CreateQuoteRequest): { items: OrderItem[] } | { refusal: Refusal } {
  const settings = settingsOf(request);
  const schema = request.kind === 'video' ? videoItemRequest : imageItemRequest;
  const templates = new Set([request.prompt, ...request.items.flatMap(({ prompt }) => prompt ?? [])]);
  const known = knownFields(request.items);
  for (const template of templates) {
    const field = unknownField(template, known);
    if (field) return { refusal: { code: 'FieldUnknown', details: { field } } };
  }
  const items: OrderItem[] = [];
  for (const { options, prompt = request.prompt, ...product } of request.items) {
    const { sku, itemId, uploadKey, title } = product;
    const item = {
      itemId,
      uploadKey,
      title: title || (sku ?? ''),
      ...(sku && { sku }),
      prompt: filledPrompt(prompt, { ...product, options }),
      ...(request.aiWrite && { direction: prompt, options: options ?? [] }),
    };
    // AI Write replaces the prompt later, so a direction can be empty.
    const checkedItem = request.aiWrite && !item.prompt ? { ...item, prompt: itemId } : item;
    const issue = schema.safeParse(itemRequestOf(settings, checkedItem)).error?.issues[0];
    if (issue) {
      const code = isErrorCode(issue.message) ? issue.message : 'BadRequest';
      return {
        refusal: { code, details: { itemId, ...(code === 'BadRequest' && { path: issue.path.join('.'), reason: issue.message }) } },
      };
    }
    items.push(item);
  }
  return { items };
}
