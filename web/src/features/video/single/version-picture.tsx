import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { PhotoFrame } from '../photo-frame.tsx';
import { singleVideo } from '../single-tool.ts';
import { sharpSrcOf } from './sharp-src.ts';
import { stagePictureClass } from './stage.tsx';
import { useVersion } from './use-version.ts';
import { VersionOverlay } from './version-overlay.tsx';
import { VersionPlayer } from './version-player.tsx';

type Props = { id: string; number: number; stage: RefObject<HTMLElement | null> };

/** The large picture of a version. It is the delivered video. Before the delivery, it is the photo with the state on top. */
export function VersionPicture({ id, number, stage }: Props) {
  const { t } = useTranslation();
  const version = useVersion(id);
  const { item, card, state } = version;
  if (state === 'ready' && item) return <VersionPlayer item={item} label={t('single.tile', { number })} stage={stage} />;
  const hasNoVideo = state === 'failed' || state === 'cancelled';
  return (
    <PhotoFrame
      card={card}
      src={card.photo && sharpSrcOf(card.photo)}
      fillSrc={card.photo?.src}
      alt=""
      onStale={() => singleVideo.renewLinks(id)}
      hasNoVideo={hasNoVideo}
      className={stagePictureClass}
    >
      <VersionOverlay version={version} />
    </PhotoFrame>
  );
}
