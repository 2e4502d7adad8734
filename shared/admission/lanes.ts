/**
 * The lanes: one for each vendor and model. A lane limits how many requests run at this vendor at the same time. It shares these slots
 * fairly between sellers (rule.ts). An operator can change the number of slots without a deployment (docs/runbook.md).
 */
import type { ImageModelId, VideoModelId } from '../catalogue.ts';

import type { PromptVendorName, VendorName, VideoVendorName } from '../vendors.ts';
import { waitSecondsMax } from '../video/waiting.ts';

type LaneRules = {
  vendor: VendorName;
  /** The number of slots until an operator sets another number. */
  slots: number;
  /** A slot becomes free after this time, even if its item has not ended. So a crash cannot occupy a slot permanently. */
  leaseSeconds: number;
  /** The usual duration of a request. The estimate uses this value until the lane has measured real durations. */
  typicalSeconds: number;
};

/** The sum of three times: the longest wait for a video, its last poll, and the end of its item with all retries. */
const videoLeaseSeconds = waitSecondsMax + 15 * 60;
/** The time of a single step with all its retries: at most seven requests of at most 200 s (infra/state-machines/timeouts.test.ts). */
const stepLeaseSeconds = 45 * 60;

/** fal runs at most 40 jobs of an account at the same time. The two video models share this number. */
const falSlots = 20;

export const lanes = {
  'fal#veo3': { vendor: 'fal', slots: falSlots, leaseSeconds: videoLeaseSeconds, typicalSeconds: 90 },
  'fal#veo3-fast': { vendor: 'fal', slots: falSlots, leaseSeconds: videoLeaseSeconds, typicalSeconds: 60 },
  'gemini#veo3': { vendor: 'gemini', slots: 10, leaseSeconds: videoLeaseSeconds, typicalSeconds: 90 },
  'gemini#veo3-fast': { vendor: 'gemini', slots: 10, leaseSeconds: videoLeaseSeconds, typicalSeconds: 60 },
  'gemini#gemini-2.5-flash-image': { vendor: 'gemini', slots: 40, leaseSeconds: stepLeaseSeconds, typicalSeconds: 15 },
  'openai#GPT-Image-1': { vendor: 'openai', slots: 40, leaseSeconds: stepLeaseSeconds, typicalSeconds: 45 },
  'photoroom#remove-background': { vendor: 'photoroom', slots: 40, leaseSeconds: stepLeaseSeconds, typicalSeconds: 5 },
  'photoroom#image-editing': { vendor: 'photoroom', slots: 40, leaseSeconds: stepLeaseSeconds, typicalSeconds: 15 },
  'stability#outpaint': { vendor: 'stability', slots: 40, leaseSeconds: stepLeaseSeconds, typicalSeconds: 15 },
  'gemini#prompt': { vendor: 'gemini', slots: 40, leaseSeconds: stepLeaseSeconds, typicalSeconds: 5 },
  'openai#prompt': { vendor: 'openai', slots: 40, leaseSeconds: stepLeaseSeconds, typicalSeconds: 5 },
} as const satisfies Record<`${VendorName}#${string}`, LaneRules>;

export type LaneName = keyof typeof lanes;

export const laneNames = Object.keys(lanes) as LaneName[];

const imageLanes = {
  'gemini-2.5-flash-image': 'gemini#gemini-2.5-flash-image',
  'GPT-Image-1': 'openai#GPT-Image-1',
} as const satisfies Record<ImageModelId, LaneName>;

/**
 * Returns the usual duration of one result of a model at its slowest vendor, or undefined for an unknown model. The page uses this value
 * until it has measured real durations.
 */
export function usualSeconds(model: string): number | undefined {
  const seconds = laneNames.filter((name) => name.endsWith(`#${model}`)).map((name) => lanes[name].typicalSeconds);
  return seconds.length > 0 ? Math.max(...seconds) : undefined;
}

export const videoLane = (vendor: VideoVendorName, model: VideoModelId): LaneName => `${vendor}#${model}`;
export const imageLane = (model: ImageModelId): LaneName => imageLanes[model];
export const editLane = (mode: 'remove-background' | 'image-editing'): LaneName => `photoroom#${mode}`;
export const outpaintLane: LaneName = 'stability#outpaint';

type PromptLane = `${PromptVendorName}#prompt`;
/** The lane of AI Write for the items of large orders. */
export const promptLane = (vendor: PromptVendorName): PromptLane => `${vendor}#prompt`;

/**
 * The name of a circuit breaker. A vendor's models for prompts and its models for images have separate breakers, because one kind can work
 * while the other kind fails.
 */
export type BreakerName = VendorName | PromptLane;
export const breakerOf = (lane: LaneName): BreakerName => (isPromptLane(lane) ? lane : lanes[lane].vendor);

const isPromptLane = (lane: LaneName): lane is PromptLane => lane.endsWith('#prompt');

/** The names of all circuit breakers. */
export const breakerNames = [...new Set(laneNames.map(breakerOf))];
