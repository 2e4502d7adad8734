import { useTranslation } from 'react-i18next';
import { CompareSlider } from './compare-slider.tsx';
import { Dialog } from './dialog.tsx';
import { DownloadLink } from './download-link.tsx';
import { isWide } from './ratio.ts';

type Props = {
  open: boolean;
  onClose: () => void;
  title: string;
  src: string | undefined;
  /** Describes the image. */
  label: string;
  /** The source photo. */
  before?: string | undefined;
  /** Aspect ratio, for example 9:16. */
  ratio: string;
  downloadUrl?: string | undefined;
  onError?: () => void;
};

/** Maximum height of a picture in the window. */
const heightMax = '60dvh';

/** A finished image in large, comparable with its source photo. */
export function ImageDialog({ open, onClose, title, src, label, before, ratio, downloadUrl, onError }: Props) {
  const { t } = useTranslation();
  const [width = 1, height = 1] = ratio.split(':').map(Number);
  const error = onError && { onError };
  return (
    <Dialog open={open} onClose={onClose} title={title} wide={isWide(ratio)}>
      {src && (
        <div className="mx-auto" style={{ width: `min(100%, ${heightMax} * ${width / height})` }}>
          {before ? (
            <CompareSlider
              before={{ src: before, alt: t('image.before', { title }), ...error }}
              after={{ src, alt: label, ...error }}
              size={{ width, height }}
              opaque
            />
          ) : (
            <img src={src} alt={label} onError={onError} className="w-full rounded-md" />
          )}
        </div>
      )}
      {downloadUrl && <DownloadLink href={downloadUrl} />}
    </Dialog>
  );
}
