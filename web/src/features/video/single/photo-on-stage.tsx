import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { animationStyle, type StyleId } from '#shared/video/styles.ts';
import { UploadChip } from '#web/features/upload/upload-chip.tsx';
import { isWide } from '#web/ui/ratio.ts';
import { PhotoFrame } from '../photo-frame.tsx';
import { cardOfSingle } from '../single.ts';
import { PromptLine } from './samples.tsx';
import { sharpSrcOf } from './sharp-src.ts';
import { Stage, stageColumns, stagePictureClass } from './stage.tsx';
import { StyleStrip } from './style-strip.tsx';
import { useSingle } from './use-single.ts';
import { VersionStrip } from './version-strip.tsx';

/**
 * Before a photo has a video, the large display area shows the photo in the shape of the video. The sample prompts and the earlier versions
 * are beside it. The form shows the ratio and the added area, and the bar shows the price.
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
  // A wide photo is above two columns: the sample prompts, and the versions or the chosen prompt.
  const isPromptBelow = isWideFrame && ids.length > 0;
  return (
    <div className={`${stageColumns} ${isWideFrame ? '@min-[35rem]:grid-rows-[1fr_auto]' : '@min-[35rem]:grid-rows-[auto_1fr_auto]'}`}>
      <Stage ratio={aspectRatio}>
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
      <div className="min-w-0 pt-4 @max-[35rem]:order-1 @min-[35rem]:pt-5 low:pt-4">
        <StyleStrip
          chosen={styleId}
          onChoose={setStyleId}
          label={t('single.prompts')}
          isHeading
          isList={!isWideFrame && ids.length === 0}
        />
      </div>
      {style && (
        <div
          className={`grid content-start px-4 pb-4 @max-[35rem]:order-1 @min-[35rem]:px-5 ${isWideFrame ? '@min-[35rem]:pt-5 low:pt-4' : ''} ${isPromptBelow ? '@min-[35rem]:order-1 @min-[35rem]:col-span-2' : ''}`}
        >
          <PromptLine style={style} />
        </div>
      )}
      {ids.length > 0 && <VersionStrip ids={ids} isWide={isWideFrame} />}
    </div>
  );
}
