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
export const changedBy = (cards: readonly BasicCard[], defaults: BasicSettings, field: string): BasicCard[] => {
  const value = settingOf(defaults, field);
  return isApplicable(value) ? cards.filter((card) => settingOf(card, field) !== value) : [];
};

const idsOf = (cards: readonly BasicCard[]) => new Set(cards.map(({ id }) => id));

type Applied = { defaults: BasicSettings; written: number; kept: number; undo: () => void };

/** Applies defaults to the cards: all settings, only the prompt to empty cards, or one setting from a menu. Shows the number of cards. */
export function ApplyButtons({ isSheet = false, onApplied }: { isSheet?: boolean; onApplied?: () => void }) {
  const { t } = useTranslation();
  const { tool, appliedSettings } = useBench();
  const locked = useBenchState(isLocked);
  const cards = useBenchState(({ draft }) => draft.cards);
  const defaults = useBenchState(({ draft }) => draft.defaults);
  const [applied, setApplied] = useState<Applied>();

  const settings = appliedSettings(defaults);
  const changed = settings.filter(({ field }) => changedBy(cards, defaults, field).length > 0);
  const promptChanges = changedBy(cards, defaults, 'prompt');
  const all = new Set(changed.flatMap(({ field }) => changedBy(cards, defaults, field).map(({ id }) => id)));
  const own = promptChanges.filter(({ prompt }) => prompt.trim() !== '');
  const empty = promptChanges.filter(({ prompt }) => prompt.trim() === '');

  const apply = (fields: readonly string[], ids: ReadonlySet<string>) => {
    const undo = tool.applyTo(ids, Object.fromEntries(fields.map((field) => [field, settingOf(defaults, field)])));
    setApplied({ defaults, written: ids.size, kept: cards.length - ids.size, undo });
    onApplied?.();
  };
  const isDone = applied !== undefined && applied.defaults === defaults;
  const menu = settings.map(({ field, label, icon, value }) => {
    const count = changedBy(cards, defaults, field).length;
    return {
      label: value ? `${label} ${value}` : label,
      icon,
      remark: t('bench.cards_change', { count }),
      disabled: count === 0 ? t(isApplicable(settingOf(defaults, field)) ? 'bench.all_have_it' : 'bench.blank') : undefined,
      onSelect: () => apply([field], idsOf(changedBy(cards, defaults, field))),
    };
  });

  return (
    <div className={`flex flex-wrap items-center gap-x-3 gap-y-2 ${isSheet ? 'w-full' : 'ms-auto'}`}>
      {own.length > 0 && !isDone && <p className="text-sm leading-tight text-muted">{t('bench.own_prompts', { count: own.length })}</p>}
      {isDone && (
        <p role="status" className="text-sm leading-tight text-muted">
          {t('bench.applied', { written: applied.written, kept: applied.kept })}
        </p>
      )}
      {own.length > 0 && empty.length > 0 && !isDone && (
        <Button
          kind="quiet"
          size="small"
          disabled={locked}
          onClick={() => apply(['prompt'], idsOf(empty))}
          className="text-accent-text underline underline-offset-4"
        >
          {t('bench.only_empty', { count: empty.length })}
        </Button>
      )}
      <SplitButton
        kind="secondary"
        disabled={locked || all.size === 0}
        menuLabel={t('batch.apply_to_all')}
        hasMenuTitle
        items={menu}
        onClick={() =>
          apply(
            changed.map(({ field }) => field),
            all,
          )
        }
      >
        {all.size === 0 ? t('batch.apply_to_all') : t('bench.apply_to', { count: all.size })}
      </SplitButton>
      {isDone && (
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
