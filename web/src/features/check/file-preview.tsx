import { FileQuestionMark } from 'lucide-react';
import { useState } from 'react';
import type { CheckedFile } from './use-checks.ts';

/** The picture of a checked file: the image, or a frame near the start of the video. A file that the browser cannot read has an icon. */
export function FilePreview({ file: { src, isVideo } }: { file: CheckedFile }) {
  const [isBroken, setBroken] = useState(false);
  // In wide windows, the picture has a column beside the results, and it is shown as a whole.
  const box = 'size-16 shrink-0 bg-wall max-lg:rounded-sm lg:h-56 lg:w-full lg:p-4';
  if (src === undefined || isBroken)
    return (
      <span className={`grid place-items-center text-muted ${box}`}>
        <FileQuestionMark aria-hidden className="size-6" />
      </span>
    );
  const showIcon = () => setBroken(true);
  return isVideo ? (
    <video
      aria-hidden
      tabIndex={-1}
      src={`${src}#t=0.1`}
      muted
      playsInline
      preload="metadata"
      onError={showIcon}
      className={`object-cover lg:object-contain ${box}`}
    />
  ) : (
    <img alt="" src={src} onError={showIcon} className={`object-cover lg:object-contain ${box}`} />
  );
}
