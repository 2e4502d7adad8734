/** The cards of the batch video page (docs/spec.md 7). */
import type { VideoBatchItem } from '#shared/batch/api.ts';
import { type Resolution, type VideoModelId, videoModel } from '#shared/catalogue.ts';
import type { Probe } from '#shared/marketplaces/probe.ts';
import { emptyCardsAtStart, videoDefaults } from '#shared/video/defaults.ts';
import { type CardOf, type CardsStateOf, type ChangeOf, cardsOf } from '#web/features/batch/cards/cards.ts';
import { offersRatio } from '#web/features/ratio/ratio-choices.ts';

export type Settings = {
  prompt: string;
  aspectRatio: string;
  durationSeconds: 8;
  resolution: Resolution;
  generateAudio: boolean;
};

export type Card = CardOf<Settings, VideoModelId>;
export type CardsState = CardsStateOf<Settings, VideoModelId>;
export type Change = ChangeOf<Settings, VideoModelId, VideoBatchItem>;

/** Empty prompt, ratio 9:16, 8 s, 1080p, audio off (docs/spec.md 5.11). */
export const defaultSettings: Settings = {
  prompt: videoDefaults.prompt,
  aspectRatio: videoDefaults.aspectRatio,
  durationSeconds: videoDefaults.durationSeconds,
  resolution: videoDefaults.resolution,
  generateAudio: videoDefaults.generateAudio,
};

/** The known property of a video before the order: every video has the same duration. */
export const expectedVideo: Probe = { kind: 'video', seconds: videoDefaults.durationSeconds };

/** Adapts settings to a model: sets the resolution of the model, and replaces a ratio that the model does not offer. */
function adaptSettings<S extends Settings>(settings: S, id: VideoModelId): S {
  const specs = videoModel(id)?.specs;
  if (!specs) return settings;
  const aspectRatio = offersRatio(id, settings.aspectRatio) ? settings.aspectRatio : videoDefaults.aspectRatio;
  return { ...settings, resolution: specs.resolution, aspectRatio };
}

export const videoCards = cardsOf<Settings, VideoModelId, VideoBatchItem>({
  start: { model: videoDefaults.model, defaults: defaultSettings, emptyCards: emptyCardsAtStart },
  adaptSettings,
  settingsOfItem: ({ prompt, aspectRatio, resolution, generateAudio, model }) => ({
    ...defaultSettings,
    prompt,
    aspectRatio,
    resolution,
    generateAudio,
    model: videoModel(model)?.id ?? videoDefaults.model,
  }),
});

/** Returns the settings that the prompt of a video depends on. */
export const promptSettingsOf = ({ aspectRatio, durationSeconds, generateAudio }: Card) => ({
  kind: 'video' as const,
  aspectRatio,
  duration: durationSeconds,
  generateAudio,
});
