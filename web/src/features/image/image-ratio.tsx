import type { ImageModelId } from '#shared/catalogue.ts';
import { RatioPicker } from '#web/features/ratio/ratio-picker.tsx';
import { imageRatios } from './cards.ts';

type Props = {
  value: string;
  model: ImageModelId;
  onChange: (ratio: string) => void;
  disabled: boolean;
  look?: 'field' | 'chip';
  hasChevron?: boolean;
};

/** The ratio of an image: one of the ratios that the model offers (docs/spec.md 8.1). */
export function ImageRatio({ model, ...props }: Props) {
  const choices = imageRatios.ratiosOf(model).ratios.map((ratio) => ({ ratio, isOffered: true, isPhotoRatio: false }));
  return <RatioPicker {...props} choices={choices} />;
}
