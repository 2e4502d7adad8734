import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { SplitButton } from '#web/ui/split-button.tsx';
import { type BasicCard, type BasicSettings, isApplicable } from '../cards/cards.ts';
import { isLocked } from '../store/core.ts';
import { useBench, useBenchState } from './bench-context.tsx';

const settingOf = (settings: BasicSettings, field: string): unknown => (settings as Record<string, unknown>)[field];

/** Returns the cards that a default would change. */
export const cardsChangedBy = (cards: readonly BasicCard[], defaults: BasicSettings, field: string): BasicCard[] => {
  const value = settingOf(defaults, field);
  return isApplicable(value) ? cards.filter((card) => settingOf(card, field) !== value) : [];
};

const idsOf = (cards: readonly BasicCard[]) => new Set(cards.map(({ id }) => id));

type Applied = { defaults: BasicSettings; fields: readonly string[]; ids: ReadonlySet<string>; kept: number; undo: () => void };

/** Applies defaults to the cards: all settings, only the prompt to empty cards, or one setting from a menu. Shows the number of cards. */
export function ApplyButtons({ isSheet = false, onApplied }: { isSheet?: boolean; onApplied?: () => void }) {
  const { t } = useTranslation();
  const { tool, appliedSettings } = useBench();
  const locked = useBenchState(isLocked);
  const cards = useBenchState(({ draft }) => draft.cards);
  const defaults = useBenchState(({ draft }) => draft.defaults);
  const [applied, setApplied] = useState<Applied>();

  const settings = appliedSettings(defaults);
  const changedSettings = settings.filter(({ field }) => cardsChangedBy(cards, defaults, field).length > 0);
  const promptChanges = cardsChangedBy(cards, defaults, 'prompt');
  const changedIds = new Set(changedSettings.flatMap(({ field }) => cardsChangedBy(cards, defaults, field).map(({ id }) => id)));
  const cardsWithPrompt = promptChanges.filter(({ prompt }) => prompt.trim() !== '');
  const cardsWithoutPrompt = promptChanges.filter(({ prompt }) => prompt.trim() === '');

  const apply = (fields: readonly string[], ids: ReadonlySet<string>) => {
    const values = Object.fromEntries(fields.map((field) => [field, settingOf(defaults, field)]));
    // The sheet closes, so only a toast can offer the undo.
    const undo = tool.applySettings(ids, values, { hasToast: isSheet });
    setApplied({ defaults, fields, ids, kept: cards.length - ids.size, undo });
    onApplied?.();
  };
  // The next edit of the settings or of these cards ends the offer to undo.
  const isApplied =
    applied !== undefined &&
    applied.defaults === defaults &&
    !applied.fields.some((field) => cardsChangedBy(cards, defaults, field).some(({ id }) => applied.ids.has(id)));
  const menu = settings.map(({ field, label, icon, value }) => {
    const count = cardsChangedBy(cards, defaults, field).length;
    return {
      label: value ? `${label} ${value}` : label,
      icon,
      remark: t('bench.cards_change', { count }),
      disabled: count === 0 ? t(isApplicable(settingOf(defaults, field)) ? 'bench.all_have_it' : 'bench.blank') : undefined,
      onSelect: () => apply([field], idsOf(cardsChangedBy(cards, defaults, field))),
    };
  });

  return (
    <div className={`flex flex-wrap items-center gap-x-2.5 gap-y-2 ${isSheet ? 'w-full' : 'ms-auto'}`}>
      {cardsWithPrompt.length > 0 && !isApplied && (
        <p className="max-w-27 text-end text-sm leading-tight text-balance text-muted">
          {t('bench.own_prompts', { count: cardsWithPrompt.length })}
        </p>
      )}
      {isApplied && (
        <p role="status" className="max-w-27 text-end text-sm leading-tight text-balance text-muted">
          {t('bench.applied', { written: applied.ids.size, kept: applied.kept })}
        </p>
      )}
      {cardsWithPrompt.length > 0 && cardsWithoutPrompt.length > 0 && !isApplied && (
        <Button
          kind="accent"
          size="small"
          disabled={locked}
          onClick={() => apply(['prompt'], idsOf(cardsWithoutPrompt))}
          className="max-w-30 px-1.5! text-sm! leading-tight! whitespace-normal! underline underline-offset-4"
        >
          {t('bench.only_empty', { count: cardsWithoutPrompt.length })}
        </Button>
      )}
      <SplitButton
        kind="secondary"
        disabled={locked || changedIds.size === 0}
        menuLabel={t('batch.apply_to_all')}
        hasMenuTitle
        items={menu}
        onClick={() =>
          apply(
            changedSettings.map(({ field }) => field),
            changedIds,
          )
        }
      >
        {changedIds.size === 0 ? t('batch.apply_to_all') : t('bench.apply_to', { count: changedIds.size })}
      </SplitButton>
      {isApplied && (
        <Button
          kind="quiet"
          onClick={() => {
            applied.undo();
            setApplied(undefined);
          }}
        >
          <Undo2 aria-hidden className="size-4" />
          {t('common.undo')}
        </Button>
      )}
    </div>
  );
}
