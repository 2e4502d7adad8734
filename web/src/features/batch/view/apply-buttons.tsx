import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShallow } from 'zustand/react/shallow';
import { Button } from '#web/ui/button.tsx';
import { SplitButton } from '#web/ui/split-button.tsx';
import { type BasicCard, type BasicSettings, isApplicable } from '../cards/cards.ts';
import { isLocked } from '../store/core.ts';
import { type BenchState, useBench, useBenchState } from './bench-context.tsx';

const settingOf = (settings: BasicSettings, field: string): unknown => (settings as Record<string, unknown>)[field];

/** Returns the cards that a default would change. */
const cardsChangedBy = ({ cards, defaults }: Draft, field: string): BasicCard[] => {
  const value = settingOf(defaults, field);
  return isApplicable(value) ? cards.filter((card) => settingOf(card, field) !== value) : [];
};

const idsOf = (cards: readonly BasicCard[]) => new Set(cards.map(({ id }) => id));
const idsChangedBy = (draft: Draft, fields: readonly string[]) => idsOf(fields.flatMap((field) => cardsChangedBy(draft, field)));
const hasPrompt = ({ prompt }: BasicCard) => prompt.trim() !== '';

/**
 * Counts the cards that the defaults would change. The buttons use only these numbers, so most typed letters do not render the buttons
 * again.
 */
function countChanges(draft: Draft, fields: readonly string[]): Record<string, number> {
  const promptChanges = cardsChangedBy(draft, 'prompt');
  const withPrompt = promptChanges.filter(hasPrompt).length;
  return {
    ...Object.fromEntries(fields.map((field) => [field, cardsChangedBy(draft, field).length])),
    all: idsChangedBy(draft, fields).size,
    withPrompt,
    withoutPrompt: promptChanges.length - withPrompt,
    photosWithoutPrompt: promptChanges.filter((card) => card.photo && !hasPrompt(card)).length,
  };
}

type Draft = BenchState['draft'];
type Applied = { defaults: BasicSettings; fields: readonly string[]; ids: ReadonlySet<string>; kept: number; undo: () => void };

type Props = {
  /** `line` shows no texts beside the buttons. In a sheet, the button has the full width. */
  look?: 'toolbar' | 'line' | 'sheet';
  onApplied?: () => void;
};

/** Applies defaults to the cards: all settings, only the prompt to empty cards, or one setting from a menu. Shows the number of cards. */
export function ApplyButtons({ look = 'toolbar', onApplied }: Props) {
  const { t } = useTranslation();
  const { tool, appliedSettings } = useBench();
  const isSheet = look === 'sheet';
  const isLine = look === 'line';
  const locked = useBenchState(isLocked);
  const defaults = useBenchState(({ draft }) => draft.defaults);
  const [applied, setApplied] = useState<Applied>();

  const settings = appliedSettings(defaults);
  const fields = settings.map(({ field }) => field);
  const counts = useBenchState(useShallow(({ draft }) => countChanges(draft, fields)));
  const { all = 0, withPrompt = 0, withoutPrompt = 0, photosWithoutPrompt = 0 } = counts;
  // When the seller changes the settings or these cards, the undo button disappears.
  const isUnchanged = useBenchState(
    ({ draft }) =>
      applied?.defaults === draft.defaults &&
      !applied.fields.some((field) => cardsChangedBy(draft, field).some(({ id }) => applied.ids.has(id))),
  );
  const isApplied = applied !== undefined && isUnchanged;
  // All changes replace prompts, so the text of the button says this.
  const onlyOverwrites = withPrompt > 0 && withPrompt === all && withoutPrompt === 0;

  const readDraft = (): Draft => tool.store.getState().draft;
  const apply = (appliedFields: readonly string[], ids = idsChangedBy(readDraft(), appliedFields)) => {
    const values = Object.fromEntries(appliedFields.map((field) => [field, settingOf(defaults, field)]));
    const kept = readDraft().cards.length - ids.size;
    // The sheet closes, so the undo button must be in a toast.
    const undo = tool.applySettings(ids, values, { hasToast: isSheet });
    setApplied({ defaults, fields: appliedFields, ids, kept, undo });
    onApplied?.();
  };
  const menu = settings.map(({ field, label, icon, value }) => {
    const count = counts[field] ?? 0;
    return {
      label: value ? `${label} ${value}` : label,
      icon,
      remark: t('bench.cards_change', { count }),
      disabled: count === 0 ? t(isApplicable(settingOf(defaults, field)) ? 'bench.all_have_it' : 'bench.blank') : undefined,
      onSelect: () => apply([field]),
    };
  });

  return (
    <div className={`flex items-center gap-x-2.5 gap-y-2 ${isLine ? '' : 'flex-wrap'} ${isSheet ? 'w-full' : 'ms-auto'}`}>
      {withPrompt > 0 && !onlyOverwrites && !isApplied && !isLine && (
        <p className="max-w-27 text-end text-sm leading-tight text-balance text-muted">{t('bench.own_prompts', { count: withPrompt })}</p>
      )}
      {isApplied && (
        <p role="status" className={isLine ? 'sr-only' : 'max-w-27 text-end text-sm leading-tight text-balance text-muted'}>
          {applied.kept > 0
            ? t('bench.applied', { written: applied.ids.size, kept: applied.kept })
            : t('batch.applied_to', { count: applied.ids.size })}
        </p>
      )}
      {withPrompt > 0 && withoutPrompt > 0 && !isApplied && !isLine && (
        <Button
          kind="accent"
          size="small"
          disabled={locked}
          onClick={() => apply(['prompt'], idsOf(cardsChangedBy(readDraft(), 'prompt').filter((card) => !hasPrompt(card))))}
          className="max-w-30 px-1.5! text-sm! leading-tight! whitespace-normal! underline underline-offset-4"
        >
          {t('bench.only_empty', { count: withoutPrompt })}
        </Button>
      )}
      {/* The text is left of the button, so that the button does not move. */}
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
      <SplitButton
        // A typed prompt has no effect on a photo until it is applied. So the next step is to apply it.
        kind={isSheet || photosWithoutPrompt > 0 ? 'primary' : 'secondary'}
        isWide={isSheet}
        disabled={locked || all === 0}
        menuLabel={t('batch.apply_to_all')}
        hasMenuTitle
        items={menu}
        onClick={() => apply(fields.filter((field) => (counts[field] ?? 0) > 0))}
      >
        {all === 0 ? t('batch.apply_to_all') : t(onlyOverwrites ? 'bench.overwrite' : 'bench.apply_to', { count: all })}
      </SplitButton>
    </div>
  );
}
