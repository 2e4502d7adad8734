import { ChevronDown, CircleCheck, Download, FolderArchive } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button, type ButtonKind, type ButtonSize } from '#web/ui/button.tsx';
import { Menu, type MenuItem } from '#web/ui/menu.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { type Downloads, useDownloads } from './use-downloads.ts';
import type { ZipEntry } from './zip.ts';

type Props = Downloads & {
  kind?: ButtonKind;
  size?: ButtonSize;
  /** True if the button is short and opens the menu, because a phone has no space for the number and the arrow. */
  isShort?: boolean;
  /** The text of the button. Default: 'Download all' with the number of files. */
  label?: string;
  /** The files of kept results. If there are any, the menu can also save only these files. */
  kept?: readonly ZipEntry[];
};

/** The button 'Download all' saves several files as a ZIP. Its menu can save them one by one. A single file is saved without a ZIP. */
export function DownloadAll({ kind = 'secondary', size = 'medium', isShort = false, label: text, kept = [], ...downloads }: Props) {
  const { t } = useTranslation();
  const toast = useToast();
  const allDownloads = useDownloads(downloads);
  const keptDownloads = useDownloads({ ...downloads, files: kept });
  const count = downloads.files.length;
  const hasSeveral = count > 1;
  const { saveAsZip, saveOneByOne } = allDownloads;
  const { progress, stop } = keptDownloads.progress ? keptDownloads : allDownloads;
  const hasArrow = hasSeveral && !progress && !isShort;
  const progressText = progress && t(`download.progress_${progress.way}`, progress);
  const label = text ?? t('download.all', { count });
  const save = () => {
    if (count === 0) toast({ message: t(`download.none_${downloads.archive}`), type: 'destructive' });
    else if (progress === undefined) void (hasSeveral ? saveAsZip() : saveOneByOne());
  };
  const ways: MenuItem[] = [
    { label: t('download.as_zip'), icon: <FolderArchive aria-hidden />, onSelect: () => void saveAsZip() },
    { label: t('download.singly'), icon: <Download aria-hidden />, onSelect: () => void saveOneByOne() },
    ...(kept.length > 0
      ? [
          {
            label: t('download.kept', { count: kept.length }),
            icon: <CircleCheck aria-hidden />,
            onSelect: () => void (kept.length > 1 ? keptDownloads.saveAsZip() : keptDownloads.saveOneByOne()),
          },
        ]
      : []),
  ];

  return (
    <div className="flex min-w-0 items-stretch">
      {/* The status is outside the button. Inside it, the status would replace the accessible name of the button. */}
      <span role="status" className="sr-only">
        {progressText}
      </span>
      {isShort && hasSeveral && !progress ? (
        <Menu
          label={t('download.more')}
          items={ways}
          trigger={
            <Button kind={kind} size={size} aria-label={label}>
              <Download aria-hidden className="size-4" />
              {t('batch.result.download_short')}
            </Button>
          }
        />
      ) : (
        <Button
          kind={kind}
          size={size}
          className={hasArrow || (hasSeveral && progress) ? 'grow rounded-e-none' : 'grow'}
          aria-label={isShort ? progressText : undefined}
          aria-disabled={progress !== undefined}
          onClick={save}
        >
          {progress ? <Spinner /> : <Download aria-hidden className="size-4" />}
          {isShort && progress ? `${progress.done} / ${progress.count}` : (progressText ?? label)}
        </Button>
      )}
      {hasSeveral && progress && (
        <Button kind={kind} size={size} className="rounded-s-none border-s border-s-line-strong" onClick={stop}>
          {t('download.stop')}
        </Button>
      )}
      {hasArrow && (
        <Menu
          label={t('download.more')}
          items={ways}
          trigger={
            <Button
              kind={kind}
              size={size}
              className="rounded-s-none border-s border-s-line-strong px-2! touch:min-w-11"
              aria-label={t('download.more')}
            >
              <ChevronDown aria-hidden className="size-4" />
            </Button>
          }
        />
      )}
    </div>
  );
}
