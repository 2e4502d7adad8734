import { Dialog } from './dialog.tsx';
import { DownloadLink } from './download-link.tsx';
import { cssRatio, isWide } from './ratio.ts';

type Props = {
  open: boolean;
  onClose: () => void;
  title: string;
  src: string | undefined;
  poster?: string | undefined;
  /** Describes the video. */
  label: string;
  /** Aspect ratio, for example 9:16. */
  ratio: string;
  downloadUrl?: string | undefined;
  onError?: () => void;
};

/** A finished video, large and with controls. */
export function VideoDialog({ open, onClose, title, src, poster, label, ratio, downloadUrl, onError }: Props) {
  return (
    <Dialog open={open} onClose={onClose} title={title} wide={isWide(ratio)}>
      {/* biome-ignore lint/a11y/useMediaCaption: the clips contain no speech. */}
      <video
        src={src}
        poster={poster}
        aria-label={label}
        controls
        autoPlay
        loop
        playsInline
        onError={onError}
        className={`mx-auto max-h-[60dvh] rounded-md bg-media ${isWide(ratio) ? 'w-full' : ''}`}
        style={{ aspectRatio: cssRatio(ratio) }}
      />
      {downloadUrl && <DownloadLink href={downloadUrl} />}
    </Dialog>
  );
}
