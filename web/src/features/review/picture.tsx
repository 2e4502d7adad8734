import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CompareSlider } from '#web/ui/compare-slider.tsx';
import { MediaFailed } from './media-failed.tsx';
import type { ReviewItem } from './review-item.ts';

type Props = {
  item: ReviewItem;
  /** Whether the source photo is also shown, with a movable line between the photo and the result. */
  compares: boolean;
  size: { width: number; height: number };
  /** Called with the real size of the picture. */
  onSize: (size: { width: number; height: number }) => void;
  onStale: () => void;
};

/** The current picture. The small version is shown until the picture has loaded. */
export function Picture({ item, compares, size, onSize, onStale }: Props) {
  const { t } = useTranslation();
  const [hasFailed, setHasFailed] = useState(false);
  const [retryCount, setRetryCount] = useState(0);
  const label = t(`${item.kind}.result.label`, { title: item.name });
  if (compares && item.photo)
    return (
      <div data-own-drag className="size-full">
        <CompareSlider
          before={{ src: item.photo, alt: t('image.before', { title: item.name }), onError: onStale }}
          after={{ src: item.src, alt: label, onError: onStale }}
          size={size}
          opaque
          className="rounded-lg!"
        />
      </div>
    );
  return (
    <>
      {item.poster && <img src={item.poster} alt="" className="absolute inset-0 size-full object-contain" />}
      <img
        key={retryCount}
        src={item.src}
        alt={label}
        draggable={false}
        onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => {
          setHasFailed(false);
          if (width > 0 && height > 0) onSize({ width, height });
        }}
        onError={() => {
          setHasFailed(true);
          onStale();
        }}
        className="relative size-full object-contain"
      />
      {hasFailed && <MediaFailed kind="image" onRetry={() => setRetryCount(retryCount + 1)} />}
    </>
  );
}
