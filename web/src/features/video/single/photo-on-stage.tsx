import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { animationStyle, type StyleId } from '#shared/video/styles.ts';
import { UploadChip } from '#web/features/upload/upload-chip.tsx';
import { dollars } from '#web/lib/money.ts';
import { PriceTag } from '#web/ui/price-tag.tsx';
import { isWide } from '#web/ui/ratio.ts';
import { PhotoFrame } from '../photo-frame.tsx';
import { videoOrderRules } from '../run.ts';
import { cardOfSingle } from '../single.ts';
import { FrameSentence } from './frame-notes.tsx';
import { PromptLine } from './samples.tsx';
import { sharpSrcOf } from './sharp-src.ts';
import { Stage, stageColumns, stagePictureClass } from './stage.tsx';
import { StyleStrip } from './style-strip.tsx';
import { useSingle } from './use-single.ts';
import { VersionStrip } from './version-strip.tsx';

/**
 * Before a photo has a video, the large display area shows the photo in the shape of the video. A prompt and the earlier versions are
 * beside it.
 */
export function PhotoOnStage({ ids }: { ids: readonly string[] }) {
  const { t } = useTranslation();
  const card = useSingle(({ draft }) => cardOfSingle(draft));
  const upload = useSingle(({ uploads }) => card.photo && uploads.get(card.photo.id));
  // No sample is selected at first, because the prompt of a sample describes another product.
  const [styleId, setStyleId] = useState<StyleId>();
  const style = styleId && animationStyle(styleId);
  const { photo, aspectRatio } = card;
  if (!photo) return null;
  const isWideFrame = isWide(aspectRatio);
  return (
    <div
      className={`${stageColumns} @max-[35rem]:grid-cols-[minmax(0,1fr)_auto] ${isWideFrame ? '@min-[35rem]:grid-rows-[1fr_auto]' : '@min-[35rem]:grid-rows-[auto_1fr_auto]'}`}
    >
      <Stage isWide={isWideFrame}>
        <PhotoFrame
          card={card}
          src={sharpSrcOf(photo)}
          fillSrc={photo.src}
          // The form shows the same picture with a text.
          alt=""
          className={`animate-rise ${stagePictureClass}`}
        >
          <UploadChip upload={upload} title={photo.title} />
        </PhotoFrame>
      </Stage>
      <div className="flex min-w-0 flex-col gap-3.5 p-4 low:gap-3 low:pb-3 @max-[35rem]:order-1 @max-[35rem]:col-span-2 @min-[35rem]:p-5">
        <h2 className="text-3xl font-semibold low:text-2xl">{t('video.frame.title', { ratio: aspectRatio })}</h2>
        <FrameSentence card={card} />
        <p>
          <PriceTag>{t('video.quote', { count: 1, total: dollars(videoOrderRules.quote([card])) })}</PriceTag>
        </p>
        {style && <PromptLine style={style} />}
      </div>
      {ids.length > 0 ? (
        <VersionStrip ids={ids} isWide={isWideFrame} />
      ) : (
        <div
          className={`min-w-0 @max-[35rem]:order-1 @max-[35rem]:col-span-2 ${isWideFrame ? '@min-[35rem]:pt-5' : '@min-[35rem]:col-start-2 @min-[35rem]:row-start-3'}`}
        >
          <StyleStrip chosen={styleId} onChoose={setStyleId} label={t('single.prompts')} />
        </div>
      )}
    </div>
  );
}
