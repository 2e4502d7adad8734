import { Copy, Trash2 } from 'lucide-react';
import { type Dispatch, memo } from 'react';
import { useTranslation } from 'react-i18next';
import { promptCharactersMax } from '#shared/batch/batch.ts';
import { AiWriteButton } from '#web/features/ai-write/ai-write-button.tsx';
import { RatioField } from '#web/features/ratio/ratio-field.tsx';
import type { Photo } from '#web/features/upload/photo.ts';
import type { UploadState } from '#web/features/upload/upload-queue.ts';
import { IconButton } from '#web/ui/button.tsx';
import { PromptBox } from '#web/ui/prompt-box.tsx';
import { Select } from '#web/ui/select.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import type { Card, Change } from './cards.ts';
import { FramePreview } from './frame-preview.tsx';
import { PhotoSlot } from './photo-slot.tsx';
import { ResultSlot } from './result-slot.tsx';
import { photoNote, type ShownItem } from './run.ts';
import { useSettingFields } from './settings-fields.tsx';

/** What every card can do. Each stays the same from drawing to drawing: typing into one card must not draw a hundred. */
export type CardActions = {
  change: Dispatch<Change>;
  onFile: (cardId: string, file: File) => void;
  onDuplicate: (card: Card) => void;
  onRemove: (card: Card) => void;
  onCancel: (item: ShownItem) => void;
  onUpload: (photo: Photo) => void;
  onStale: (batchId: string) => void;
  /** Has AI write the card's prompt. */
  onWrite: (card: Card) => void;
};

type Props = CardActions & {
  number: number;
  card: Card;
  item: ShownItem | undefined;
  /** A fresher address of the photo than the card's own. */
  photoSrc: string | undefined;
  upload: UploadState | undefined;
  problem: string | undefined;
  sending: boolean;
  changed: boolean;
  cancelling: boolean;
  locked: boolean;
  /** AI is writing its prompt. */
  writing: boolean;
};

/** One video to be: photo, prompt, four settings, and what has become of it. */
export const VideoCard = memo(function VideoCard(props: Props) {
  const { number, card, item, locked, change, onFile, onStale } = props;
  const { t } = useTranslation();
  const fields = useSettingFields(card, card.model);
  const name = t('video.card', { number });
  const stale = () => item && onStale(item.batchId);

  return (
    <li>
      <article
        aria-label={name}
        tabIndex={-1}
        className="grid grid-cols-2 gap-4 rounded-lg border border-line bg-surface p-4 shadow-card md:grid-cols-[9.5rem_minmax(0,1fr)_9.5rem] lg:grid-cols-[11rem_minmax(0,1fr)_11rem] lg:gap-6 lg:p-5"
      >
        <div className="min-w-0">
          <PhotoSlot
            number={number}
            photo={card.photo}
            note={photoNote(card.photo, item)}
            src={props.photoSrc}
            upload={props.upload}
            problem={props.problem}
            disabled={locked}
            onFile={(file) => onFile(card.id, file)}
            onRemove={() => change({ type: 'photoRemoved', cardId: card.id })}
            onUpload={props.onUpload}
            onStale={stale}
          />
        </div>
        <div className="order-last col-span-2 flex min-w-0 flex-col gap-3 md:order-none md:col-span-1">
          <div className="-mb-1 flex items-center justify-between gap-2">
            <h3 className="text-sm font-semibold">{name}</h3>
            <div className="-me-2 flex">
              <Tooltip text={locked ? t('video.locked_remove') : undefined}>
                <IconButton
                  label={t('video.duplicate_card', { card: name })}
                  aria-disabled={locked}
                  onClick={() => !locked && props.onDuplicate(card)}
                >
                  <Copy aria-hidden className="size-4" />
                </IconButton>
              </Tooltip>
              <Tooltip text={locked ? t('video.locked_remove') : undefined}>
                <IconButton
                  label={t('video.remove_card', { card: name })}
                  aria-disabled={locked}
                  onClick={() => !locked && props.onRemove(card)}
                >
                  <Trash2 aria-hidden className="size-4" />
                </IconButton>
              </Tooltip>
            </div>
          </div>
          <PromptBox
            label={t('video.prompt')}
            value={card.prompt}
            onChange={(prompt) => change({ type: 'cardEdited', cardId: card.id, settings: { prompt } })}
            placeholder={t('video.prompt_placeholder')}
            disabled={locked}
            charactersMax={promptCharactersMax}
            tooLong={(used) => t('video.prompt_too_long', { used, characters: promptCharactersMax })}
            action={<AiWriteButton name={name} writing={props.writing} disabled={locked} onPress={() => props.onWrite(card)} />}
          />
          <div className="grid grid-cols-2 gap-3 xl:grid-cols-4">
            <RatioField
              value={card.aspectRatio}
              onChange={(aspectRatio) => change({ type: 'cardEdited', cardId: card.id, settings: { aspectRatio } })}
              model={card.model}
              photo={card.photo}
              disabled={locked}
            />
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
          <FramePreview card={card} />
        </div>
        <div className="min-w-0">
          <ResultSlot
            name={name}
            item={item}
            sending={props.sending}
            changed={props.changed}
            cancelling={props.cancelling}
            onCancel={props.onCancel}
            onStale={stale}
          />
        </div>
      </article>
    </li>
  );
});
