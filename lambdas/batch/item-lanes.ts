/** The lanes in which an item may need a slot, and the vendor request for each slot. */
import { editLane, imageLane, type LaneName, lanes, outpaintLane, promptLane, videoLane } from '#shared/admission/lanes.ts';
import { AppError } from '#shared/errors.ts';
import { imageDefaults } from '#shared/image/defaults.ts';
import { type Mils, vendorPrices, videoPriceMils } from '#shared/vendor-prices.ts';
import { promptVendorNames, type VendorName, type VideoVendorName, videoVendorNames } from '#shared/vendors.ts';
import { requiredEnv } from '../platform/config.ts';
import type { Item } from '../store/batch-rows.ts';
import { configuredPromptVendor } from '../vendors/configured-prompt-vendor.ts';
import { needsPrompt } from './needs-prompt.ts';

/**
 * `outpaint`: the request that extends the photo of a video. `prompt`: the request of AI Write for an item of a large order. `result`: the
 * request that makes the video, the image or the edit.
 */
export const slotPurposes = ['outpaint', 'prompt', 'result'] as const;
export type SlotPurpose = (typeof slotPurposes)[number];

type SlotRequest = {
  lane: LaneName;
  mils: Mils;
  /** False if the item needs no request, because an earlier execution made it. */
  isNeeded: boolean;
};

/** @throws AppError VendorMisconfigured if the vendor of new videos is unknown. */
export function slotRequestOf(item: Item, purpose: SlotPurpose): SlotRequest {
  if (purpose === 'prompt' && (item.kind === 'video' || item.kind === 'image'))
    return { lane: promptLane(configuredPromptVendor()), mils: vendorPrices.prompt, isNeeded: needsPrompt(item) };
  switch (item.kind) {
    case 'video': {
      if (purpose === 'outpaint') return { lane: outpaintLane, mils: vendorPrices.outpaint, isNeeded: !item.frameKey };
      const vendor = configuredVideoVendor();
      const isNeeded = !(item.intentAt || item.outcome || item.original || item.result);
      return { lane: videoLane(vendor, item.model), mils: videoPriceMils(item, vendor), isNeeded };
    }
    case 'image':
      return { lane: imageLane(item.model), mils: vendorPrices.image, isNeeded: !item.result };
    case 'pipeline':
      return { lane: imageLane(imageDefaults.model), mils: vendorPrices.image, isNeeded: !item.result };
    case 'edit':
    case 'photo-edit': {
      const { apiMode } = item.settings;
      return { lane: editLane(apiMode), mils: vendorPrices.photoEdit[apiMode], isNeeded: !item.result };
    }
  }
}

/**
 * Returns every lane in which the item can have a ticket. For a prompt, and for a video before its order, these are the lanes of all
 * vendors, because the setting for the vendor may have changed after the ticket was requested.
 */
export function lanesOf(item: Item): LaneName[] {
  const promptLanes = 'aiWrite' in item && item.aiWrite ? promptVendorNames.map(promptLane) : [];
  if (item.kind !== 'video') return [...promptLanes, slotRequestOf(item, 'result').lane];
  const { plan, vendor, model } = item;
  const isNeverExtended = plan !== undefined && !plan.outpaintParams;
  return [
    ...(isNeverExtended ? [] : [outpaintLane]),
    ...promptLanes,
    ...(vendor ? [vendor] : videoVendorNames).map((name) => videoLane(name, model)),
  ];
}

/** Returns the vendor that makes the result of an item. */
export const vendorOfItem = (item: Item): VendorName =>
  item.kind === 'video' ? (item.vendor ?? 'fal') : lanes[slotRequestOf(item, 'result').lane].vendor;

/** Returns the vendor of new video orders. The adapters of the vendors are not imported here, because their SDKs are large. */
function configuredVideoVendor(): VideoVendorName {
  const name = requiredEnv('VIDEO_PROVIDER');
  const vendor = videoVendorNames.find((one) => one === name);
  if (!vendor) throw new AppError('VendorMisconfigured', { details: { videoProvider: name } });
  return vendor;
}
