import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { zipFileName } from '#shared/download/file-names.ts';
import { codeOf } from '#web/lib/api.ts';
import { runWithPauses, saveAddress, saveBlob } from '#web/lib/download.ts';
import { useToast } from '#web/ui/toast.tsx';
import { makeArchive } from './make-archive.ts';
import { fetchFile, type ZipEntry, ZipTooLarge, zipOf } from './zip.ts';

export type Downloads = { files: readonly ZipEntry[]; archive: 'videos' | 'images'; spacingMs: number };
export type DownloadProgress = { way: 'zip' | 'server' | 'single'; done: number; count: number };

const toastMs = 8_000;
/** Maximum time for one file. It is long enough for a slow connection. */
const fileMsMax = 10 * 60_000;

/** Saves files as one archive, or one by one. The pauses between files ensure that the browser saves all files (docs/spec.md 15). */
export function useDownloads({ files, archive, spacingMs }: Downloads) {
  const { t } = useTranslation();
  const toast = useToast();
  const [progress, setProgress] = useState<DownloadProgress>();
  const archiveAbort = useRef(new AbortController());
  /** Stops the single downloads. If the user opens another page of the app, they continue, in the same way as other browser downloads. */
  const savingAbort = useRef(new AbortController());
  useEffect(() => () => archiveAbort.current.abort(), []);

  /**
   * Fetches each file before it is saved. If a script clicked links one after another, a browser with a slow connection would cancel
   * earlier downloads.
   */
  const save = async (entries: readonly ZipEntry[]) => {
    savingAbort.current = new AbortController();
    const { signal } = savingAbort.current;
    const failedEntries: ZipEntry[] = [];
    await runWithPauses(entries, spacingMs, async (file, index) => {
      if (signal.aborted) return;
      setProgress({ way: 'single', done: index + 1, count: entries.length });
      try {
        saveBlob(await fetchFile(file.url, AbortSignal.any([signal, AbortSignal.timeout(fileMsMax)])), file.name);
      } catch (error) {
        if (signal.aborted) return;
        console.warn(`${file.name} could not be downloaded`, error);
        failedEntries.push(file);
      }
    });
    setProgress(undefined);
    if (failedEntries.length === 0) return;
    toast({
      message: t('download.failed'),
      durationMs: toastMs,
      action: { label: t('common.try_again'), run: () => void save(failedEntries) },
    });
  };
  const saveOneByOne = () => save(files);

  const saveAsZip = async () => {
    archiveAbort.current = new AbortController();
    const { signal } = archiveAbort.current;
    const count = files.length;
    setProgress({ way: 'zip', done: 0, count });
    try {
      const blob = await zipOf(files, { signal, onProgress: (done) => setProgress({ way: 'zip', done, count }) });
      saveBlob(blob, zipFileName(archive, new Date()));
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ZipTooLarge) return await packOnServer(signal);
      showFailure(error);
    } finally {
      setProgress(undefined);
    }
  };

  /** The server packs archives that are too large for the page. */
  const packOnServer = async (signal: AbortSignal) => {
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
      if (codeOf(error) !== 'DownloadTooLarge') return showFailure(error);
      toast({ message: t('download.too_large'), durationMs: toastMs });
      await saveOneByOne();
    }
  };

  const showFailure = (error: unknown) => {
    console.error('the archive could not be made', error);
    toast({
      message: t(`download.zip_failed_${archive}`),
      durationMs: toastMs,
      action: { label: t('download.singly'), run: saveOneByOne },
    });
  };

  const stop = () => {
    archiveAbort.current.abort();
    savingAbort.current.abort();
  };
  return { progress, saveAsZip, saveOneByOne, stop };
}
