import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveAddress, saveBlob, spaced } from '#web/lib/download.ts';
import { useToast } from '#web/ui/toast.tsx';
import { type ZipEntry, ZipTooLarge, zipBytesMax, zipFileName, zipOf } from './zip.ts';

export type Downloads = { files: readonly ZipEntry[]; archive: 'videos' | 'images'; spacingMs: number };
export type DownloadProgress = { way: 'zip' | 'single'; done: number; count: number };

const toastMs = 8_000;

/** Saves some files: as one archive, or one by one, so far apart that a browser drops none of them (U1). */
export function useDownloads({ files, archive, spacingMs }: Downloads) {
  const { t } = useTranslation();
  const toast = useToast();
  const [progress, setProgress] = useState<DownloadProgress>();
  const stopping = useRef(new AbortController());
  useEffect(() => () => stopping.current.abort(), []);

  const oneByOne = async () => {
    const count = files.length;
    try {
      await spaced(files, spacingMs, ({ url, name }, index) => {
        setProgress({ way: 'single', done: index + 1, count });
        saveAddress(url, name);
      });
    } catch (error) {
      console.error('downloads failed', error);
      toast({ message: t('download.failed'), durationMs: toastMs, action: { label: t('common.try_again'), run: oneByOne } });
    } finally {
      setProgress(undefined);
    }
  };

  const asZip = async () => {
    stopping.current = new AbortController();
    const { signal } = stopping.current;
    const count = files.length;
    setProgress({ way: 'zip', done: 0, count });
    try {
      const blob = await zipOf(files, { signal, onProgress: (done) => setProgress({ way: 'zip', done, count }) });
      saveBlob(blob, zipFileName(archive, new Date()));
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ZipTooLarge) {
        toast({ message: t('download.too_large', { megabytes: zipBytesMax / 1024 ** 2 }), durationMs: toastMs });
        return await oneByOne();
      }
      console.error('the archive could not be made', error);
      toast({
        message: t(`download.zip_failed_${archive}`),
        durationMs: toastMs,
        action: { label: t('download.singly'), run: oneByOne },
      });
    } finally {
      setProgress(undefined);
    }
  };

  return { progress, asZip, oneByOne, stop: () => stopping.current.abort() };
}
