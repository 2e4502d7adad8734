import type { TFunction } from 'i18next';
import { modelName } from '#shared/catalogue.ts';
import { apiModes } from '#shared/photo-edit/prices.ts';

/** Returns the name of the model of a batch. For a batch of photo edits, returns the kind of the edit. */
export function modelText(model: string, t: TFunction): string {
  const mode = apiModes.find((one) => one === model);
  return mode ? t(`photo_edit.mode.${mode}`) : modelName(model);
}
