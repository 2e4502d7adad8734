import { Maximize2, Minimize2 } from 'lucide-react';
import { type RefObject, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StageButton } from './stage-button.tsx';

/** On iPhones, Safari supports full-screen mode only for videos. */
type IphoneVideo = HTMLVideoElement & { webkitEnterFullscreen?(): void };

type Props = {
  /** The element that is shown in full-screen mode. */
  stage: RefObject<HTMLElement | null>;
  className?: string;
};

export function FullScreenButton({ stage, className }: Props) {
  const { t } = useTranslation();
  const [isFull, setIsFull] = useState(false);
  useEffect(() => {
    const read = () => setIsFull(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', read);
    return () => document.removeEventListener('fullscreenchange', read);
  }, []);
  const toggle = async () => {
    if (document.fullscreenElement) await document.exitFullscreen();
    else if (document.fullscreenEnabled) await stage.current?.requestFullscreen();
    else stage.current?.querySelector<IphoneVideo>('video')?.webkitEnterFullscreen?.();
  };
  const label = isFull ? t('review.leave_full_screen') : t('review.full_screen');
  return (
    <StageButton label={label} title={label} onClick={() => void toggle().catch(() => undefined)} {...(className && { className })}>
      {isFull ? <Minimize2 aria-hidden className="size-5" /> : <Maximize2 aria-hidden className="size-5" />}
    </StageButton>
  );
}
