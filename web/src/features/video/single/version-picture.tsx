import { useTranslation } from 'react-i18next';
import { videoModel } from '#shared/catalogue.ts';
import { sidesOf } from '#shared/video/ratio.ts';
import { useReducedMotion } from '#web/ui/media.tsx';
import { cssRatio } from '#web/ui/ratio.ts';
import type { ShownVideo } from '../run.ts';
import { singleVideo } from '../single-tool.ts';
import { PhotoFrame } from './photo-frame.tsx';
import { fittingWidth, stagePicture } from './stage.tsx';
import { useVersion } from './use-version.ts';
import { VersionOverlay } from './version-overlay.tsx';

/** The large picture of a version: the delivered video, or the photo in its frame with the state on top. */
export function VersionPicture({ id, number }: { id: string; number: number }) {
  const { t } = useTranslation();
  const version = useVersion(id);
  const { item, card, state } = version;
  if (state === 'ready' && item) return <Player item={item} label={t('single.tile', { number })} />;
  const hasNoVideo = state === 'failed' || state === 'cancelled';
  return (
    <PhotoFrame card={card} alt="" onStale={() => singleVideo.renewLinks(id)} hasNoVideo={hasNoVideo} className={stagePicture}>
      <VersionOverlay version={version} />
    </PhotoFrame>
  );
}

function Player({ item, label }: { item: ShownVideo; label: string }) {
  const reduced = useReducedMotion();
  const { width, height } = sidesOf(item.aspectRatio);
  return (
    <video
      src={item.videoUrl}
      poster={item.posterUrl}
      aria-label={label}
      controls
      muted={!item.generateAudio || videoModel(item.model)?.specs.supportsAudio !== true}
      autoPlay={!reduced && !item.generateAudio}
      loop
      playsInline
      preload="metadata"
      onError={() => singleVideo.renewLinks(item.batchId)}
      className={`animate-rise bg-media ${stagePicture}`}
      style={{ aspectRatio: cssRatio(item.aspectRatio), inlineSize: fittingWidth(width / height) }}
    />
  );
}
