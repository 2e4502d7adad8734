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
  /** What the image shows. */
  label: string;
  /** The photo it was made from. */
  before?: string | undefined;
  /** Its shape, as 9:16. */
  ratio: string;
  downloadUrl?: string | undefined;
  onError?: () => void;
};

/** Most of the window's height that a picture takes. */
const heightMax = '60dvh';

/** A finished image, large, and beside the photo it was made from. */
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
