import { ImageOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { PhotoSource } from './sort-files.ts';

/** A small picture of a file that is not uploaded yet. */
export function FilePreview({ file }: { file: PhotoSource | undefined }) {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    let url: string | undefined;
    let isRemoved = false;
    file?.open().then(
      (blob) => {
        if (isRemoved) return;
        url = URL.createObjectURL(blob);
        setAddress(url);
      },
      () => undefined,
    );
    return () => {
      isRemoved = true;
      if (url) URL.revokeObjectURL(url);
    };
  }, [file]);
  return (
    <span className="grid aspect-square place-items-center overflow-hidden rounded-sm bg-wall text-muted">
      {address ? (
        <img src={address} alt="" loading="lazy" className="size-full object-cover" />
      ) : (
        <ImageOff aria-hidden className="size-5" />
      )}
    </span>
  );
}
