import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { VideoBatchItem } from '#shared/batch/api.ts';
import { promptCharactersMax } from '#shared/batch/batch.ts';
import type { VideoModelId } from '#shared/catalogue.ts';
import { AiWriteButton } from '#web/features/ai-write/ai-write-button.tsx';
import { CardFrame } from '#web/features/batch/card-frame.tsx';
import type { CardStanding } from '#web/features/batch/cards-section.tsx';
import type { CardActions } from '#web/features/batch/use-card-actions.ts';
import { RatioField } from '#web/features/ratio/ratio-field.tsx';
import { PromptBox } from '#web/ui/prompt-box.tsx';
import { Select } from '#web/ui/select.tsx';
import type { Card, Settings } from './cards.ts';
import { FinishedVideo } from './finished-video.tsx';
import { FramePreview } from './frame-preview.tsx';
import { useSettingFields } from './settings-fields.tsx';

type Props = CardActions<Settings, VideoModelId> &
  CardStanding<Card, VideoBatchItem> & {
    /** AI is writing its prompt. */
    writing: boolean;
    /** Has AI write the card's prompt. */
    onWrite: (card: Card) => void;
  };

type ChoicesProps = Pick<Props, 'number' | 'card' | 'locked' | 'change' | 'writing' | 'onWrite'>;

/** One video to be: photo, prompt, four settings, and what has become of it. */
export const VideoCard = memo(function VideoCard(props: Props) {
  const { number, card, locked, change, writing, onWrite } = props;
  return (
    <CardFrame
      {...props}
      kind="video"
      onDuplicate={() => props.onDuplicate(card)}
      onRemove={() => props.onRemove(card)}
      finished={(item, stale) => <FinishedVideo item={item} changed={props.changed} onStale={stale} />}
    >
      <Choices {...{ number, card, locked, change, writing, onWrite }} />
    </CardFrame>
  );
});

/** What is chosen for a video. Apart, for it stays as it is while the places in the line and the states of a hundred change. */
const Choices = memo(function Choices({ number, card, locked, change, writing, onWrite }: ChoicesProps) {
  const { t } = useTranslation();
  const fields = useSettingFields(card, card.model);
  const name = t('batch.card', { number });
  return (
    <>
      <PromptBox
        label={t('batch.prompt')}
        value={card.prompt}
        onChange={(prompt) => change({ type: 'cardEdited', cardId: card.id, settings: { prompt } })}
        placeholder={t('video.prompt_placeholder')}
        disabled={locked}
        charactersMax={promptCharactersMax}
        tooLong={(used) => t('batch.prompt_too_long', { used, characters: promptCharactersMax })}
        action={<AiWriteButton name={name} writing={writing} disabled={locked} onPress={() => onWrite(card)} />}
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
    </>
  );
});
