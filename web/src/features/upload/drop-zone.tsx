import { ImagePlus } from 'lucide-react';
import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { supportedKinds } from './check-file.ts';
import { type Collected, limitFiles } from './collect-files.ts';
import { FileInput } from './file-input.tsx';
import { uploadLimits } from './rejected-dialog.tsx';
import { useFileDrops } from './use-file-drops.ts';

/** A text that depends on the pointer. On a touch screen, it does not mention drop and paste. */
const ByPointer = ({ drop, touch }: { drop: string; touch: string }) => (
  <>
    <span className="touch:hidden">{drop}</span>
    {touch && <span className="hidden touch:inline">{touch}</span>}
  </>
);

type Props = {
  /** Whether the zone accepts only one photo. */
  singleFile?: boolean;
  /** Whether the zone has no border, because it is a part of a larger frame. */
  bare?: boolean;
  onFiles: (files: Collected) => void;
  disabled: boolean;
  /** Progress of the files that are being checked. */
  checking: { done: number; total: number } | undefined;
  /** A text about the photos that were already added or rejected. */
  note?: string | undefined;
};

/** An area to add photos, with a file dialog. Photos and folders can also be dropped anywhere on the page, and photos can be pasted. */
export function DropZone({ singleFile = false, bare = false, onFiles, disabled, checking, note }: Props) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const isOver = useFileDrops(disabled ? undefined : onFiles);
  const id = useId();
  return (
    <section
      aria-label={singleFile ? t('upload.one.zone') : t('upload.zone')}
      className={`flex min-h-56 flex-col items-center justify-center gap-4 p-6 text-center transition-colors ${bare ? '' : 'rounded-lg border-2 border-dashed'} ${isOver ? 'border-accent-text bg-accent-soft' : 'border-line-strong/60 bg-surface'}`}
    >
      <span className="grid size-12 place-items-center rounded-full bg-sand text-accent-text">
        <ImagePlus aria-hidden className="size-6" />
      </span>
      <div>
        <p className="text-xl font-semibold">
          {isOver ? (
            t('upload.drop_now')
          ) : (
            <ByPointer
              drop={singleFile ? t('upload.one.title') : t('upload.title')}
              touch={singleFile ? t('upload.one.title_touch') : t('upload.title_touch')}
            />
          )}
        </p>
        <p id={`${id}-hint`} className="mx-auto mt-1 max-w-md text-base text-balance text-muted">
          <ByPointer drop={`${singleFile ? t('upload.one.ways') : t('upload.ways')} `} touch="" />
          {t('upload.hint', { formats: supportedKinds, ...uploadLimits })}
        </p>
      </div>
      <Button kind="primary" disabled={disabled} aria-busy={checking !== undefined} onClick={() => input.current?.click()}>
        {singleFile ? t('upload.one.choose') : t('upload.choose')}
      </Button>
      <div className="w-full max-w-64 empty:hidden">
        {note && !checking && <p className="money text-base text-muted">{note}</p>}
        {checking && (
          <>
            <p className="money mb-1.5 text-base text-muted">{t('upload.checking', { done: checking.done, count: checking.total })}</p>
            <Progress label={t('upload.checking_label')} value={checking.done} max={checking.total} />
          </>
        )}
      </div>
      <FileInput
        ref={input}
        label={singleFile ? t('upload.one.input') : t('upload.input')}
        multiple={!singleFile}
        disabled={disabled}
        describedBy={`${id}-hint`}
        onFiles={(files) => onFiles(limitFiles(files))}
      />
    </section>
  );
}
