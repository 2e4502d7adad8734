import { ChevronDown, Download } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useTranslation } from 'react-i18next';
import { Button, type ButtonKind, type ButtonSize } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { type Downloads, useDownloads } from './use-downloads.ts';

type Props = Downloads & { kind?: ButtonKind; size?: ButtonSize };

/** The button 'Download all'. It saves hasSeveral files as a ZIP, or one by one from its menu. It saves a single file without a ZIP. */
export function DownloadAll({ kind = 'secondary', size = 'medium', ...downloads }: Props) {
  const { t } = useTranslation();
  const toast = useToast();
  const { progress, saveAsZip, saveOneByOne, stop } = useDownloads(downloads);
  const count = downloads.files.length;
  const hasSeveral = count > 1;

  const progressText = progress && t(`download.progress_${progress.way}`, progress);

  return (
    <div className="flex min-w-0 items-stretch">
      {/* The status is outside the button, because a status in the button would remove the accessible name of the button. */}
      <span role="status" className="sr-only">
        {progressText}
      </span>
      <Button
        kind={kind}
        size={size}
        className={hasSeveral ? 'grow rounded-e-none' : 'grow'}
        aria-disabled={progress !== undefined}
        onClick={() => {
          if (count === 0) toast({ message: t(`download.none_${downloads.archive}`), type: 'destructive' });
          else if (progress === undefined) void (hasSeveral ? saveAsZip() : saveOneByOne());
        }}
      >
        {progress ? <Spinner /> : <Download aria-hidden className="size-4" />}
        {progressText ?? t('download.all', { count })}
      </Button>
      {hasSeveral && progress && (
        <Button kind={kind} size={size} className="rounded-s-none border-s border-s-line-strong" onClick={stop}>
          {t('download.stop')}
        </Button>
      )}
      {hasSeveral && !progress && (
        <DropdownMenu.Root modal={false}>
          <DropdownMenu.Trigger asChild>
            <Button kind={kind} size={size} className="rounded-s-none border-s border-s-line-strong px-2!" aria-label={t('download.more')}>
              <ChevronDown aria-hidden className="size-4" />
            </Button>
          </DropdownMenu.Trigger>
          <DropdownMenu.Portal>
            <DropdownMenu.Content
              align="end"
              sideOffset={6}
              className="z-40 min-w-44 animate-rise rounded-md border border-line bg-surface p-1 text-base shadow-float"
            >
              {[
                { label: t('download.as_zip'), run: saveAsZip },
                { label: t('download.singly'), run: saveOneByOne },
              ].map(({ label, run }) => (
                <DropdownMenu.Item
                  key={label}
                  onSelect={() => void run()}
                  className="cursor-default rounded-sm px-3 py-2.5 outline-none select-none data-highlighted:bg-sand"
                >
                  {label}
                </DropdownMenu.Item>
              ))}
            </DropdownMenu.Content>
          </DropdownMenu.Portal>
        </DropdownMenu.Root>
      )}
    </div>
  );
}
