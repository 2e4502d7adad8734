import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { itemsPerBatchMax } from '#shared/batch/batch.ts';
import type { UploadState } from '#web/features/upload/upload-queue.ts';
import { Button } from '#web/ui/button.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import { type CardsState, fingerprint } from './cards.ts';
import { newId } from './new-id.ts';
import { photoSrc, type ShownItem } from './run.ts';
import { pendingKey } from './use-cancel.ts';
import type { Sending } from './use-create.ts';
import { type CardActions, VideoCard } from './video-card.tsx';

type Props = {
  state: CardsState;
  actions: CardActions;
  items: ReadonlyMap<string, ShownItem>;
  uploads: ReadonlyMap<string, UploadState>;
  problems: Readonly<Record<string, string>>;
  sending: Sending;
  /** Items whose cancelling was asked for just now. */
  cancelling: ReadonlySet<string>;
  /** Cards whose prompts AI is writing. */
  writing: ReadonlySet<string>;
  restored: boolean;
  running: boolean;
  onClear: () => void;
};

/** The cards, and the buttons that add one and clear all. */
export function CardsSection({
  state,
  actions,
  items,
  uploads,
  problems,
  sending,
  cancelling,
  writing,
  restored,
  running,
  onClear,
}: Props) {
  const { t } = useTranslation();
  const locked = running || !restored;
  return (
    <section aria-labelledby="cards" aria-busy={!restored} className="mt-10">
      <div className="mb-4 flex items-baseline justify-between gap-4">
        <h2 id="cards" className="text-xl font-semibold">
          {t('video.cards_title')}
        </h2>
        <p className="money text-sm text-muted">{t('video.cards_count', { count: state.cards.length, max: itemsPerBatchMax })}</p>
      </div>
      <ul className="space-y-4">
        {state.cards.map((card, index) => {
          const item = items.get(card.id);
          return (
            <VideoCard
              key={card.id}
              number={index + 1}
              card={card}
              item={item}
              photoSrc={photoSrc(card, items)}
              upload={card.photo && uploads.get(card.photo.id)}
              problem={problems[card.id]}
              sending={sending?.cardIds.has(card.id) ?? false}
              changed={item !== undefined && state.sent[card.id] !== fingerprint(card)}
              cancelling={item !== undefined && cancelling.has(pendingKey(item.batchId, item.itemId))}
              locked={locked}
              writing={writing.has(card.id)}
              {...actions}
            />
          );
        })}
      </ul>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button
          disabled={locked || state.cards.length >= itemsPerBatchMax}
          onClick={() => actions.change({ type: 'cardAdded', id: newId() })}
        >
          <Plus aria-hidden className="size-4" />
          {t('video.add_item')}
        </Button>
        <Tooltip text={running ? t('video.locked_remove') : undefined}>
          <Button kind="quiet" aria-disabled={locked} onClick={() => !locked && onClear()}>
            {t('video.clear_all')}
          </Button>
        </Tooltip>
      </div>
    </section>
  );
}
