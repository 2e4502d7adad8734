import { Wand2 } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHarmlessDrops } from '#web/features/upload/drop-zone.tsx';
import { Button } from '#web/ui/button.tsx';
import { FocusFields } from './focus-fields.tsx';
import { PictureSlot } from './picture-slot.tsx';
import type { Setup, SetupChange } from './setup.ts';
import { type PictureProblem, type Slot, slots, takePicture } from './take-picture.ts';
import type { usePictureUploads } from './use-picture-uploads.ts';

type Props = {
  setup: Setup;
  change: (change: SetupChange) => void;
  uploads: ReturnType<typeof usePictureUploads>;
  analyzing: boolean;
  disabled: boolean;
  onAnalyze: () => void;
};

/** Pictures to try the tool with; they are among the page's samples. */
const sampleOf = async (slot: Slot): Promise<File> => {
  const response = await fetch(`/samples/${slot}.jpg`);
  if (!response.ok) throw new Error(`The sample ${slot} is not there`);
  return new File([await response.blob()], `${slot}.jpg`, { type: 'image/jpeg' });
};

/** Everything before a run is started (P1 to P3). */
export function SetupSection({ setup, change, uploads, analyzing, disabled, onAnalyze }: Props) {
  const { t } = useTranslation();
  const [problems, setProblems] = useState<Partial<Record<Slot, PictureProblem>>>({});
  useHarmlessDrops();

  /** The file that each slot got last: an earlier one that is checked later does not replace it. */
  const newest = useRef<Partial<Record<Slot, File>>>({});
  const choose = async (slot: Slot, file: File) => {
    newest.current[slot] = file;
    setProblems(({ [slot]: _, ...others }) => others);
    const picture = await takePicture(slot, file);
    if (newest.current[slot] !== file) return;
    if ('problem' in picture) setProblems((others) => ({ ...others, [slot]: picture.problem }));
    else change({ type: 'pictureSet', slot, picture });
  };
  const chooseSamples = async () => {
    try {
      for (const slot of slots) await choose(slot, await sampleOf(slot));
    } catch (error) {
      console.warn('the samples could not be fetched', error);
    }
  };
  const isEmpty = slots.every((slot) => !setup.pictures[slot]);

  return (
    <>
      <Card
        title={t('pipeline.pictures')}
        text={t('pipeline.pictures_hint')}
        action={
          isEmpty && (
            <Button kind="quiet" size="small" className="max-xs:whitespace-normal" disabled={disabled} onClick={() => void chooseSamples()}>
              <Wand2 aria-hidden className="size-4" />
              {t('pipeline.use_samples')}
            </Button>
          )
        }
      >
        <div className="grid grid-cols-2 gap-x-4 gap-y-5 sm:grid-cols-3 sm:gap-x-6">
          {slots.map((slot) => {
            const picture = setup.pictures[slot];
            return (
              <div key={slot} className={slot === 'input' ? 'max-sm:col-span-2' : ''}>
                <PictureSlot
                  slot={slot}
                  picture={picture}
                  upload={picture && uploads.states.get(picture.id)}
                  problem={problems[slot]}
                  disabled={disabled}
                  onFile={(file) => void choose(slot, file)}
                  onRemove={() => change({ type: 'pictureRemoved', slot })}
                  onUpload={(one) => void uploads.ensure(one).catch(() => undefined)}
                />
              </div>
            );
          })}
        </div>
      </Card>
      <Card title={t('pipeline.areas')} text={t('pipeline.areas_hint')}>
        <FocusFields setup={setup} change={change} analyzing={analyzing} disabled={disabled} onAnalyze={onAnalyze} />
      </Card>
    </>
  );
}

function Card({ title, text, action, children }: { title: string; text: string; action?: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title} className="mt-6 rounded-lg border border-line bg-surface p-5 shadow-card sm:p-6">
      <div className="mb-5 flex flex-wrap items-start justify-between gap-3">
        <div>
          <h2 className="text-xl font-semibold">{title}</h2>
          <p className="mt-1 max-w-2xl text-sm text-muted">{text}</p>
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
