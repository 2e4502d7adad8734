import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImageBatchItem } from '#shared/batch/api.ts';
import type { ImageModelId } from '#shared/catalogue.ts';
import { imagesPerGroup } from '#shared/image/defaults.ts';
import { CardFrame } from '#web/features/batch/card-frame.tsx';
import type { CardStanding } from '#web/features/batch/cards-section.tsx';
import type { CardActions } from '#web/features/batch/use-card-actions.ts';
import type { Card, Settings } from './cards.ts';
import { FinishedImage } from './finished-image.tsx';
import { ImagePrompt } from './image-prompt.tsx';
import { ImageRatio } from './image-ratio.tsx';

type Props = CardActions<Settings, ImageModelId> & CardStanding<Card, ImageBatchItem>;

/** One image to be: photo, prompt, shape, and what has become of it (J5). */
export const ImageCard = memo(function ImageCard(props: Props) {
  const { card, locked, change } = props;
  const { t } = useTranslation();
  /** All of a group end before the next one begins (Q31), so a place in the line says less than the groups before it. */
  const line = (position: number) => {
    const count = Math.ceil(position / imagesPerGroup) - 1;
    return count === 0 ? t('image.result.next_group', { size: imagesPerGroup }) : t('image.result.groups_before', { count });
  };

  return (
    <CardFrame
      {...props}
      kind="image"
      line={line}
      onDuplicate={() => props.onDuplicate(card)}
      onRemove={() => props.onRemove(card)}
      finished={(item, stale) => <FinishedImage item={item} changed={props.changed} onStale={stale} />}
    >
      <Choices card={card} locked={locked} change={change} />
    </CardFrame>
  );
});

/** What is chosen for an image. Apart, for it stays as it is while the places in the line and the states of a hundred change. */
const Choices = memo(function Choices({ card, locked, change }: Pick<Props, 'card' | 'locked' | 'change'>) {
  return (
    <div className="grid grid-cols-1 gap-3 sm:grid-cols-[minmax(0,1fr)_9rem] md:grid-cols-1 lg:grid-cols-[minmax(0,1fr)_9rem] lg:gap-6">
      <ImagePrompt
        value={card.prompt}
        disabled={locked}
        onChange={(prompt) => change({ type: 'cardEdited', cardId: card.id, settings: { prompt } })}
      />
      <ImageRatio
        value={card.aspectRatio}
        model={card.model}
        disabled={locked}
        onChange={(aspectRatio) => change({ type: 'cardEdited', cardId: card.id, settings: { aspectRatio } })}
      />
    </div>
  );
});
