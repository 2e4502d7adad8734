import { Trash2 } from 'lucide-react';
import { type Dispatch, memo } from 'react';
import { useTranslation } from 'react-i18next';
import { promptCharactersMax } from '#shared/batch/batch.ts';
import type { UploadState } from '#web/features/upload/upload-queue.ts';
import { IconButton } from '#web/ui/button.tsx';
import { PromptBox } from '#web/ui/prompt-box.tsx';
import { Select } from '#web/ui/select.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import type { Card, Change } from './cards.ts';
import { PhotoSlot } from './photo-slot.tsx';
import { ResultSlot } from './result-slot.tsx';
import type { ShownItem } from './run.ts';
import { useSettingFields } from './settings-fields.tsx';

type Props = {
  number: number;
  card: Card;
  item: ShownItem | undefined;
  upload: UploadState | undefined;
  problem: string | undefined;
  sending: boolean;
  changed: boolean;
  locked: boolean;
  change: Dispatch<Change>;
  onFile: (cardId: string, file: File) => void;
  onRemove: (card: Card) => void;
  onStale: (batchId: string) => void;
};

/** One video to be: photo, prompt, four settings, and what has become of it. */
export const VideoCard = memo(function VideoCard(props: Props) {
  const { number, card, item, upload, problem, sending, changed, locked, change, onFile, onRemove, onStale } = props;
  const { t } = useTranslation();
  const fields = useSettingFields(card, card.model);
  const name = t('video.card', { number });
  const stale = () => item && onStale(item.batchId);

  return (
    <li>
      <article
        aria-label={name}
        className="grid grid-cols-2 gap-4 rounded-lg border border-line bg-surface p-4 shadow-card md:grid-cols-[9.5rem_minmax(0,1fr)_9.5rem] lg:grid-cols-[11rem_minmax(0,1fr)_11rem] lg:gap-6 lg:p-5"
      >
        <div className="min-w-0">
          <PhotoSlot
            number={number}
            photo={card.photo}
            src={card.photo?.file ? undefined : item?.photoUrl}
            upload={upload}
            problem={problem}
            disabled={locked}
            onFile={(file) => onFile(card.id, file)}
            onRemove={() => change({ type: 'photoRemoved', cardId: card.id })}
            onStale={stale}
          />
        </div>
        <div className="order-last col-span-2 flex min-w-0 flex-col gap-3 md:order-none md:col-span-1">
          <div className="-mb-1 flex items-center justify-between gap-2">
            <h3 className="text-sm font-semibold">{name}</h3>
            <Tooltip text={locked ? t('video.locked_remove') : undefined}>
              <IconButton
                label={t('video.remove_card', { card: name })}
                aria-disabled={locked}
                onClick={() => !locked && onRemove(card)}
                className="-me-2"
              >
                <Trash2 aria-hidden className="size-4" />
              </IconButton>
            </Tooltip>
          </div>
          <PromptBox
            label={t('video.prompt')}
            value={card.prompt}
            onChange={(prompt) => change({ type: 'cardEdited', cardId: card.id, settings: { prompt } })}
            placeholder={t('video.prompt_placeholder')}
            disabled={locked}
            charactersMax={promptCharactersMax}
            tooLong={t('video.prompt_too_long', { characters: promptCharactersMax })}
          />
          <div className="grid grid-cols-2 gap-3 xl:grid-cols-4">
            {fields.map(({ field, label, value, options, read }) => (
              <Select
                key={field}
                label={label}
                value={value}
                options={options}
                disabled={locked}
                onChange={(next) => change({ type: 'cardEdited', cardId: card.id, settings: read(next) })}
              />
            ))}
          </div>
        </div>
        <div className="min-w-0">
          <ResultSlot item={item} sending={sending} changed={changed} onStale={stale} />
        </div>
      </article>
    </li>
  );
});
