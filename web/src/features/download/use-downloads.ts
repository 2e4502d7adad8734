import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { zipFileName } from '#shared/download/file-names.ts';
import { codeOf } from '#web/lib/api.ts';
import { saveAddress, saveBlob, spaced } from '#web/lib/download.ts';
import { useToast } from '#web/ui/toast.tsx';
import { makeArchive } from './make-archive.ts';
import { fetchFile, type ZipEntry, ZipTooLarge, zipOf } from './zip.ts';

export type Downloads = { files: readonly ZipEntry[]; archive: 'videos' | 'images'; spacingMs: number };
export type DownloadProgress = { way: 'zip' | 'server' | 'single'; done: number; count: number };

const toastMs = 8_000;
/** A file takes no longer than this even on a slow line. */
const fileMsMax = 10 * 60_000;

/** Saves some files: as one archive, or one by one, so far apart that a browser drops none of them (U1). */
export function useDownloads({ files, archive, spacingMs }: Downloads) {
  const { t } = useTranslation();
  const toast = useToast();
  const [progress, setProgress] = useState<DownloadProgress>();
  const stopping = useRef(new AbortController());
  /** Files that are saved one by one go on when the page is left, like any download. */
  const saving = useRef(new AbortController());
  useEffect(() => () => stopping.current.abort(), []);

  /** Fetches each file before it is saved: on a slow line, a browser drops a link's download when the next link is pressed. */
  const save = async (wanted: readonly ZipEntry[]) => {
    saving.current = new AbortController();
    const { signal } = saving.current;
    const failed: ZipEntry[] = [];
    await spaced(wanted, spacingMs, async (file, index) => {
      if (signal.aborted) return;
      setProgress({ way: 'single', done: index + 1, count: wanted.length });
      try {
        saveBlob(await fetchFile(file.url, AbortSignal.any([signal, AbortSignal.timeout(fileMsMax)])), file.name);
      } catch (error) {
        if (signal.aborted) return;
        console.warn(`${file.name} could not be downloaded`, error);
        failed.push(file);
      }
    });
    setProgress(undefined);
    if (failed.length === 0) return;
    toast({ message: t('download.failed'), durationMs: toastMs, action: { label: t('common.try_again'), run: () => void save(failed) } });
  };
  const oneByOne = () => save(files);

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
      if (error instanceof ZipTooLarge) return await byServer(signal);
      failed(error);
    } finally {
      setProgress(undefined);
    }
  };

  /** What is more than a page should hold. */
  const byServer = async (signal: AbortSignal) => {
    const count = files.length;
    const results = files.map(({ url }) => url);
    setProgress({ way: 'server', done: 0, count });
    try {
      const { url, fileName } = await makeArchive(results, {
        signal,
        onProgress: (done) => setProgress({ way: 'server', done, count }),
      });
      saveAddress(url, fileName);
      toast({ message: t('download.server_ready'), durationMs: toastMs });
    } catch (error) {
      if (signal.aborted) return;
      if (codeOf(error) !== 'DownloadTooLarge') return failed(error);
      toast({ message: t('download.too_large'), durationMs: toastMs });
      await oneByOne();
    }
  };

  const failed = (error: unknown) => {
    console.error('the archive could not be made', error);
    toast({
      message: t(`download.zip_failed_${archive}`),
      durationMs: toastMs,
      action: { label: t('download.singly'), run: oneByOne },
    });
  };

  const stop = () => {
    stopping.current.abort();
    saving.current.abort();
  };
  return { progress, asZip, oneByOne, stop };
}
