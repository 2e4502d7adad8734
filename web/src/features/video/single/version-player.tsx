import { type RefObject, useState } from 'react';
import { videoModel } from '#shared/catalogue.ts';
import { sidesOf } from '#shared/video/ratio.ts';
import { FullScreenButton } from '#web/features/review/full-screen-button.tsx';
import { Player } from '#web/features/review/player.tsx';
import { useReducedMotion } from '#web/ui/media.tsx';
import { fittingWidth } from '#web/ui/ratio.ts';
import type { ShownVideo } from '../run.ts';
import { singleVideo } from '../single-tool.ts';
import { singleView } from './single-view.ts';
import { stagePictureClass } from './stage.tsx';
import { useSingleView } from './use-single.ts';

type Props = { item: ShownVideo; label: string; stage: RefObject<HTMLElement | null> };

/** A delivered video in the player of the review. When the real size of the video is known, the player gets the same ratio. */
export function VersionPlayer({ item, label, stage }: Props) {
  const isStill = useReducedMotion();
  const isMuted = useSingleView((view) => view.isMuted);
  const [measuredSize, setMeasuredSize] = useState<{ width: number; height: number }>();
  const { width, height } = measuredSize ?? sidesOf(item.aspectRatio);
  return (
    <div
      className={`relative animate-rise overflow-hidden bg-media ${stagePictureClass}`}
      style={{ aspectRatio: `${width} / ${height}`, inlineSize: fittingWidth(width / height) }}
    >
      <Player
        item={{
          kind: 'video',
          name: item.title,
          src: item.videoUrl ?? '',
          poster: item.posterUrl,
          hasSound: item.generateAudio && videoModel(item.model)?.specs.supportsAudio === true,
        }}
        label={label}
        isLooping
        isMuted={isMuted}
        onMuted={(next) => singleView.setState({ isMuted: next })}
        starts={!isStill}
        onSize={setMeasuredSize}
        onStale={() => singleVideo.renewLinks(item.batchId)}
        controls={<FullScreenButton stage={stage} className="pointer-events-auto -me-2" />}
      />
    </div>
  );
}
