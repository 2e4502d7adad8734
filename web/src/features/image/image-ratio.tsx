import type { ImageModelId } from '#shared/catalogue.ts';
import { RatioPicker } from '#web/features/ratio/ratio-picker.tsx';
import { imageShapes } from './cards.ts';

type Props = {
  value: string;
  model: ImageModelId;
  onChange: (ratio: string) => void;
  disabled: boolean;
  look?: 'field' | 'chip';
  hasChevron?: boolean;
};

/** The shape of an image: one of the model's (J14, J15). */
export function ImageRatio({ model, ...props }: Props) {
  const choices = imageShapes.of(model).ratios.map((ratio) => ({ ratio, isOffered: true, isPhotos: false }));
  return <RatioPicker {...props} choices={choices} />;
}
