import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { buttonClass } from './button.tsx';
import { Dialog } from './dialog.tsx';

type Props = {
  open: boolean;
  onClose: () => void;
  title: string;
  src: string | undefined;
  poster?: string | undefined;
  /** What the video shows. */
  label: string;
  wide: boolean;
  downloadUrl?: string | undefined;
  onError?: () => void;
};

/** A finished video, large and with its controls. */
export function VideoDialog({ open, onClose, title, src, poster, label, wide, downloadUrl, onError }: Props) {
  const { t } = useTranslation();
  return (
    <Dialog open={open} onClose={onClose} title={title} wide={wide}>
      {/* biome-ignore lint/a11y/useMediaCaption: the clips carry no speech. */}
      <video
        src={src}
        poster={poster}
        aria-label={label}
        controls
        autoPlay
        loop
        playsInline
        onError={onError}
        className={`mx-auto max-h-[60dvh] rounded-md bg-media ${wide ? 'aspect-video w-full' : 'aspect-9/16'}`}
      />
      {downloadUrl && (
        <p className="mt-4 text-center">
          <a href={downloadUrl} download className={buttonClass('primary')}>
            <Download aria-hidden className="size-4" />
            {t('video.result.download_short')}
          </a>
        </p>
      )}
    </Dialog>
  );
}
