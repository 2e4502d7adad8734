/** The settings of a new order. */
import { imageModel, imageModels, videoModel, videoModels } from '#shared/catalogue.ts';
import type { OrderSettings } from '#shared/order/items.ts';
import { ratioOptions } from '#shared/video/ratio.ts';

export type VideoSettings = Extract<OrderSettings, { kind: 'video' }>;

const firstSettings: VideoSettings = {
  kind: 'video',
  model: 'veo3',
  aspectRatio: '9:16',
  duration: 8,
  resolution: '1080p',
  generateAudio: false,
};

/** Returns the default settings of a kind. */
export const settingsOfKind = (kind: OrderSettings['kind']): OrderSettings =>
  kind === 'video' ? firstSettings : { kind, model: 'gemini-2.5-flash-image', aspectRatio: '1:1' };

export const modelsOf = ({ kind }: OrderSettings) => (kind === 'video' ? videoModels.filter(({ isEnabled }) => isEnabled) : imageModels);

/** Returns the ratios that a model offers. */
export function ratiosOf({ kind, model }: OrderSettings): readonly string[] {
  if (kind === 'image') return imageModel(model)?.aspectRatios ?? [];
  const specs = videoModel(model)?.specs;
  return specs ? ratioOptions.filter((ratio) => specs.anyRatio || specs.aspectRatios.includes(ratio)) : [];
}

/** Changes the model. Replaces a ratio that the new model does not offer, and sets the resolution of this model. */
export function withModel(settings: OrderSettings, model: string): OrderSettings {
  const next = { ...settings, model } as OrderSettings;
  const ratios = ratiosOf(next);
  const aspectRatio = ratios.includes(next.aspectRatio) ? next.aspectRatio : (ratios[0] ?? next.aspectRatio);
  const specs = next.kind === 'video' ? videoModel(model)?.specs : undefined;
  return { ...next, aspectRatio, ...(specs && { resolution: specs.resolution }) } as OrderSettings;
}
