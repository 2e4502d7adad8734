/** The offered models with their prices and names (docs/spec.md 5.1, 8.1). The vendors have other ids for these models. */
import type { Cents } from './money.ts';

export type Resolution = '720p' | '1080p';

export type VideoModelId = 'veo3' | 'veo3-fast';

export type VideoModel = {
  id: VideoModelId;
  apiName: string;
  displayName: string;
  endpoint: string;
  /** Cents per second of video. */
  pricing: { audioOff: Cents; audioOn: Cents };
  specs: {
    durationSeconds: 8;
    resolution: Resolution;
    supportsAudio: boolean;
    supportedResolutions: readonly Resolution[];
    /** Ratios that the model generates directly. */
    aspectRatios: readonly string[];
    /**
     * Whether a video can also have a ratio that the model does not generate. For such a ratio, the photo is extended and the video is
     * cropped (docs/spec.md 5.3).
     */
    anyRatio: boolean;
  };
  isEnabled: boolean;
  isRecommended: boolean;
};

export const videoModels: readonly VideoModel[] = [
  {
    id: 'veo3',
    apiName: 'veo3-image-to-video',
    displayName: 'Veo 3.1',
    endpoint: '/api/fal/generate-video',
    pricing: { audioOff: 25, audioOn: 45 },
    specs: {
      durationSeconds: 8,
      resolution: '1080p',
      supportsAudio: true,
      supportedResolutions: ['720p', '1080p'],
      aspectRatios: ['9:16', '16:9'],
      anyRatio: true,
    },
    isEnabled: true,
    isRecommended: true,
  },
  {
    id: 'veo3-fast',
    apiName: 'veo3-fast-image-to-video',
    displayName: 'Veo 3.1 fast',
    endpoint: '/api/fal/generate-video',
    pricing: { audioOff: 15, audioOn: 20 },
    specs: {
      durationSeconds: 8,
      resolution: '720p',
      supportsAudio: true,
      supportedResolutions: ['720p', '1080p'],
      aspectRatios: ['9:16', '16:9'],
      anyRatio: false,
    },
    isEnabled: true,
    isRecommended: false,
  },
];

/** Returns the enabled model with this id. */
export const videoModel = (id: string): VideoModel | undefined => videoModels.find((model) => model.id === id && model.isEnabled);

/** Returns the enabled model with this id or API name. Single calls accept both. */
export const videoModelNamed = (name: string): VideoModel | undefined =>
  videoModel(name) ?? videoModels.find((model) => model.apiName === name && model.isEnabled);

/**
 * The API name that is used for a model that is not offered (docs/spec.md 5.1). pricing.ts throws UnknownModel for the price of such a
 * model.
 */
export const fallbackApiName = 'veo3-image-to-video';
export const apiNameOf = (id: string): string => videoModel(id)?.apiName ?? fallbackApiName;

export type ImageModelId = 'gemini-2.5-flash-image' | 'GPT-Image-1';

export type ImageModel = {
  id: ImageModelId;
  displayName: string;
  /** Cents per completed image. */
  price: Cents;
  /** All supported ratios; images have no custom ratio (docs/spec.md 8.1). The first ratio is the default. */
  aspectRatios: readonly string[];
  /** Pause after each group of three images (docs/spec.md 8.4). */
  pauseBetweenGroupsMs: number;
};

/** The first model is the default (docs/spec.md 8.1, 8.2). */
export const imageModels: readonly ImageModel[] = [
  {
    id: 'gemini-2.5-flash-image',
    displayName: 'Gemini 2.5 Flash Image',
    price: 5,
    aspectRatios: ['1:1', '2:3', '3:2', '3:4', '4:3', '4:5', '5:4', '9:16', '16:9', '21:9'],
    pauseBetweenGroupsMs: 500,
  },
  {
    id: 'GPT-Image-1',
    displayName: 'GPT-Image-1',
    price: 5,
    aspectRatios: ['1:1', '2:3', '3:2'],
    pauseBetweenGroupsMs: 1000,
  },
];

/** Returns the model with this id. */
export const imageModel = (id: string): ImageModel | undefined => imageModels.find((model) => model.id === id);

/** Returns the display name of a video or image model. If the model is no longer offered, returns its id. */
export const modelName = (id: string): string => (videoModel(id) ?? imageModel(id))?.displayName ?? id;
