/** What can be bought, and its words (SPEC 9, credits and pricing; Q25: product ids are not vendors' ids). */
import type { Cents } from './money.ts';

export type Resolution = '720p' | '1080p';
/** Who can make a video. VIDEO_PROVIDER says who gets new orders. */
export type VideoVendorName = 'fal' | 'gemini';

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
    /** The ratios the model generates by itself. */
    aspectRatios: readonly string[];
    /** Whether any other ratio can be had, by extending the photo and cropping the video (Q22). */
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

/** The model with this id, if there is one and it is on offer. */
export const videoModel = (id: string): VideoModel | undefined => videoModels.find((model) => model.id === id && model.isEnabled);

/** The model of an id or of an api name: SPEC's single calls are sent either. */
export const videoModelNamed = (name: string): VideoModel | undefined =>
  videoModel(name) ?? videoModels.find((model) => model.apiName === name && model.isEnabled);

/** What a model that is not on offer is called at the calls (SPEC 9, 'Fallback api name'). Its price is never guessed: pricing.ts. */
export const fallbackApiName = 'veo3-image-to-video';
export const apiNameOf = (id: string): string => videoModel(id)?.apiName ?? fallbackApiName;

/** So many videos at once, and so many percent less. SPEC 9 leaves the list empty, and so does the price (Q14). */
export const bulkDiscounts: readonly { videosMin: number; percentOff: number }[] = [];

export type ImageModelId = 'gemini-2.5-flash-image' | 'GPT-Image-1';

export type ImageModel = {
  id: ImageModelId;
  displayName: string;
  /** Cents per completed image. */
  price: Cents;
  /** The only ones there are: an image can have no custom ratio (SPEC 2; checklist J6). The first is the default. */
  aspectRatios: readonly string[];
  /** After each group of three, in milliseconds (SPEC 9, timing and concurrency; checklist J10). */
  pauseBetweenGroupsMs: number;
};

/** SPEC 9, images and ratios; checklist J14, J15. The default model stands first (J17). */
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

/** The model with this id, if there is one. */
export const imageModel = (id: string): ImageModel | undefined => imageModels.find((model) => model.id === id);

/** What a model of any kind is called; its id where it is not on offer any more. */
export const modelName = (id: string): string => (videoModel(id) ?? imageModel(id))?.displayName ?? id;
