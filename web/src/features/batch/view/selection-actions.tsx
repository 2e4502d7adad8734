import { Copy, ListChecks, Pencil, Plus, Sparkles, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { promptCharactersMax } from '#shared/batch/batch.ts';
import { dollars } from '#web/lib/money.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { PromptBox } from '#web/ui/prompt-box.tsx';
import { SelectionBar, SelectionBarSeparator } from '#web/ui/selection-bar.tsx';
import { Sheet } from '#web/ui/sheet.tsx';
import { isLocked, isRunning } from '../store/core.ts';
import { useBench, useBenchState } from './bench-context.tsx';
import { KindIcon } from './kind-icon.tsx';
import { idsShownBy, shownCardIds } from './shown-cards.ts';
import { startRun } from './start-run.ts';
import { useTopUpText } from './top-up-text.ts';
import { useColumns } from './use-columns.ts';
import { useIsBarCovered } from './use-is-bar-covered.ts';
import { currentCards, type Order, useSelectedOrder } from './use-order.ts';
import { viewStore } from './view-store.ts';

/** The actions for all selected cards. */
export function SelectionActions() {
  const { t } = useTranslation();
  const { tool, aiWrite, needsPrompt } = useBench();
  const ids = useBenchState(({ selection }) => selection.ids);
  const locked = useBenchState(isLocked);
  const order = useSelectedOrder();
  const count = useBenchState(({ draft, selection }) => draft.cards.filter(({ id }) => selection.ids.has(id)).length);
  // A filter hides cards, and hidden cards must not be selected.
  const { filter, keptIds } = useStore(
    viewStore,
    useShallow(({ filter, keptIds }) => ({ filter, keptIds })),
  );
  const total = useBenchState((state) => idsShownBy(filter, state, needsPrompt, keptIds).length);
  const isBarCovered = useIsBarCovered();
  const isPhone = useColumns() === 1;
  const [isEditing, setEditing] = useState(false);
  if (!order) return null;
  const missing = order.shortage && t('bench.short.title', { amount: dollars(order.shortage.missing) });
  const rest = order.available === undefined ? undefined : t('bench.left_after', { amount: dollars(order.available - order.total) });
  const money = missing ?? (order.cards.length > 0 ? rest : undefined);
  return (
    <>
      <SelectionBar
        label={t('bench.selection')}
        count={t('bench.selected', { count })}
        hint={isPhone ? missing : [money, t('bench.range_hint')].filter(Boolean).join(' · ')}
        coversActionBar={isBarCovered}
        onClose={tool.clearSelection}
        primary={<OrderSelected order={order} />}
      >
        <Button
          kind="bench"
          disabled={locked}
          aria-label={t('ai_write.button')}
          onClick={() => void aiWrite.writeAll(ids)}
          className="min-w-11"
        >
          <Sparkles aria-hidden className="size-4" />
          {!isPhone && t('ai_write.button')}
        </Button>
        <Button
          kind="bench"
          disabled={locked}
          aria-label={t('bench.set_for_selected')}
          onClick={() => setEditing(true)}
          className="min-w-11"
        >
          <Pencil aria-hidden className="size-4" />
          {!isPhone && t('bench.set_for_selected')}
        </Button>
        <SelectionBarSeparator />
        {count < total && (
          <Button kind="bench" onClick={() => tool.selectAll(shownCardIds(tool))} className="min-w-11 max-tablet:hidden">
            <ListChecks aria-hidden className="size-4" />
            {t('bench.select_all_count', { total })}
          </Button>
        )}
        {!isPhone && (
          <IconButton
            label={t('bench.duplicate_selected', { count })}
            disabled={locked}
            onClick={() => tool.duplicate(ids)}
            className={iconClass}
          >
            <Copy aria-hidden className="size-4" />
          </IconButton>
        )}
        <IconButton
          label={t('bench.remove_selected', { count })}
          disabled={locked}
          onClick={() => {
            tool.clearSelection();
            tool.remove(ids);
          }}
          className={iconClass}
        >
          <Trash2 aria-hidden className="size-4" />
        </IconButton>
      </SelectionBar>
      <SelectedSettings open={isEditing} ids={ids} onClose={() => setEditing(false)} />
    </>
  );
}

const iconClass = 'size-11 text-on-bench-muted hover:bg-bench-hover! hover:text-on-bench!';

/** Orders the selected cards. If the balance does not cover them, offers a top-up with the missing amount. */
function OrderSelected({ order: { cards, total, shortage } }: { order: Order }) {
  const { t } = useTranslation();
  const { kind, tool } = useBench();
  const locked = useBenchState(isLocked);
  const isPhone = useColumns() === 1;
  const pricedAmount = useTopUpText(shortage?.missing ?? 0);
  const count = cards.length;
  const create = t(`${kind}.create`, { count });
  const order = (button: Element) =>
    startRun(tool, button, () => {
      tool.orderSignedIn(currentCards(tool, cards));
      if (isRunning(tool.store.getState())) tool.clearSelection();
    });
  if (shortage) {
    const amount = dollars(shortage.missing);
    return (
      <Button kind="brass" disabled={locked} onClick={({ currentTarget }) => order(currentTarget)} className="money">
        <Plus aria-hidden className="size-4" />
        <span className={isPhone ? 'sr-only' : ''}>
          {isPhone ? t('bench.add_amount', { amount }) : t('bench.add_and_create', { amount: pricedAmount, count })}
        </span>
        {isPhone && <span aria-hidden>{amount}</span>}
      </Button>
    );
  }
  return (
    <Button kind="brass" disabled={locked || count === 0} onClick={({ currentTarget }) => order(currentTarget)}>
      {isPhone && <KindIcon kind={kind} className="size-4" />}
      <span className={isPhone ? 'sr-only' : ''}>{create}</span>
      <span className={`money ${isPhone ? '' : 'border-s border-current/30 ps-2'}`}>{dollars(total)}</span>
    </Button>
  );
}

type SettingsProps = { open: boolean; ids: ReadonlySet<string>; onClose: () => void };

/** Writes one prompt or one setting into all selected cards. Each change can be undone. */
function SelectedSettings({ open, ids, onClose }: SettingsProps) {
  const { t } = useTranslation();
  const { tool, Settings, Presets, promptPlaceholder } = useBench();
  const firstCard = useBenchState(({ draft }) => draft.cards.find(({ id }) => ids.has(id)));
  const [prompt, setPrompt] = useState('');
  if (!firstCard) return null;
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('bench.set_title', { count: ids.size })}
      wide="panel"
      actions={
        <>
          <Button onClick={onClose}>{t('common.close')}</Button>
          <Button
            kind="primary"
            disabled={prompt.trim() === '' || [...prompt].length > promptCharactersMax}
            onClick={() => {
              tool.applySettings(ids, { prompt });
              setPrompt('');
              onClose();
            }}
          >
            {t('bench.write_prompt', { count: ids.size })}
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        <PromptBox
          label={t('batch.prompt')}
          value={prompt}
          rows={4}
          placeholder={promptPlaceholder}
          onChange={setPrompt}
          charactersMax={promptCharactersMax}
          tooLong={(used) => t('batch.prompt_too_long', { used, characters: promptCharactersMax })}
        />
        {Presets && <Presets prompt={prompt} disabled={false} look="tile" onChoose={setPrompt} />}
        <p className="text-sm text-muted">{t('bench.set_hint')}</p>
        <div className="grid grid-cols-2 gap-3">
          <Settings
            settings={firstCard}
            model={firstCard.model}
            disabled={false}
            look="field"
            onChange={(settings) => void tool.applySettings(ids, settings)}
          />
        </div>
      </div>
    </Sheet>
  );
}
