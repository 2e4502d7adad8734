import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { VideoBatchItem } from '#shared/batch/api.ts';
import type { VideoModelId } from '#shared/catalogue.ts';
import { AiWriteButton } from '#web/features/ai-write/ai-write-button.tsx';
import { CardFrame } from '#web/features/batch/card-frame.tsx';
import type { CardStanding } from '#web/features/batch/cards-section.tsx';
import type { CardActions } from '#web/features/batch/use-card-actions.ts';
import type { Card, Settings } from './cards.ts';
import { FinishedVideo } from './finished-video.tsx';
import { VideoChoices } from './video-choices.tsx';

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
  return (
    <VideoChoices
      card={card}
      disabled={locked}
      onEdit={(settings) => change({ type: 'cardEdited', cardId: card.id, settings })}
      aiWrite={<AiWriteButton name={t('batch.card', { number })} writing={writing} disabled={locked} onPress={() => onWrite(card)} />}
      wide
    />
  );
});
