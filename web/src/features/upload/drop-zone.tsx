import { ImagePlus } from 'lucide-react';
import { type DragEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { supportedKinds } from './check-file.ts';
import { type Collected, filesOfDrop, limitFiles } from './collect-files.ts';
import { FileInput } from './file-input.tsx';
import { uploadLimits } from './rejected-dialog.tsx';

/** Prevents the default action of drops outside the target, because the browser would replace the page by the picture. */
export function usePreventStrayDrops() {
  useEffect(() => {
    const preventDrop = (event: globalThis.DragEvent) => event.preventDefault();
    window.addEventListener('dragover', preventDrop);
    window.addEventListener('drop', preventDrop);
    return () => {
      window.removeEventListener('dragover', preventDrop);
      window.removeEventListener('drop', preventDrop);
    };
  }, []);
}

/** Shows a text that depends on the pointer. On a touch screen, the text does not mention drop and paste. */
const ByPointer = ({ drop, touch }: { drop: string; touch: string }) => (
  <>
    <span className="[@media(hover:none)]:hidden">{drop}</span>
    {touch && <span className="hidden [@media(hover:none)]:inline">{touch}</span>}
  </>
);

type Props = {
  /** Whether the zone accepts only one photo. */
  one?: boolean;
  /** Whether the zone has no border, because it is a part of a larger frame. */
  bare?: boolean;
  onFiles: (files: Collected) => void;
  disabled: boolean;
  /** Progress of the files that are being checked. */
  checking: { done: number; total: number } | undefined;
  /** The result so far. */
  note?: string | undefined;
};

/** Accepts many photos: from the file dialog, by drag and drop (also of folders), or by a paste anywhere on the page. */
export function DropZone({ one = false, bare = false, onFiles, disabled, checking, note }: Props) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const id = useId();
  usePreventStrayDrops();

  useEffect(() => {
    if (disabled) return;
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length > 0) {
        event.preventDefault();
        onFiles(limitFiles(files));
      }
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, [disabled, onFiles]);

  const hover = (event: DragEvent, isInside: boolean) => {
    event.preventDefault();
    setOver(isInside && !disabled);
  };
  const drop = (event: DragEvent) => {
    hover(event, false);
    if (!disabled) void filesOfDrop(event.dataTransfer).then(onFiles);
  };

  return (
    <section
      aria-label={one ? t('upload.one.zone') : t('upload.zone')}
      onDragOver={(event) => hover(event, true)}
      onDragLeave={(event) => hover(event, false)}
      onDrop={drop}
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
              drop={one ? t('upload.one.title') : t('upload.title')}
              touch={one ? t('upload.one.title_touch') : t('upload.title_touch')}
            />
          )}
        </p>
        <p id={`${id}-hint`} className="mx-auto mt-1 max-w-md text-base text-balance text-muted">
          <ByPointer drop={`${one ? t('upload.one.ways') : t('upload.ways')} `} touch="" />
          {t('upload.hint', { formats: supportedKinds, ...uploadLimits })}
        </p>
      </div>
      <Button kind="primary" disabled={disabled} aria-busy={checking !== undefined} onClick={() => input.current?.click()}>
        {one ? t('upload.one.choose') : t('upload.choose')}
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
        label={one ? t('upload.one.input') : t('upload.input')}
        multiple={!one}
        disabled={disabled}
        describedBy={`${id}-hint`}
        onFiles={(files) => onFiles(limitFiles(files))}
      />
    </section>
  );
}
