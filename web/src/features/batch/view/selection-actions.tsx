import { Copy, Pencil, Sparkles, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShallow } from 'zustand/react/shallow';
import { promptCharactersMax } from '#shared/batch/batch.ts';
import { dollars } from '#web/lib/money.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { PromptBox } from '#web/ui/prompt-box.tsx';
import { SelectionBar, SelectionBarSeparator } from '#web/ui/selection-bar.tsx';
import { Sheet } from '#web/ui/sheet.tsx';
import { isLocked } from '../store/core.ts';
import { useBench, useBenchState } from './bench-context.tsx';
import { KindIcon } from './kind-icon.tsx';
import { useColumns } from './use-columns.ts';

/** The actions for all selected cards. */
export function SelectionActions() {
  const { t } = useTranslation();
  const { kind, tool, aiWrite } = useBench();
  const ids = useBenchState(({ selection }) => selection.ids);
  const locked = useBenchState(isLocked);
  const cards = useBenchState(useShallow(({ draft, selection }) => draft.cards.filter(({ id }) => selection.ids.has(id))));
  const isPhone = useColumns() === 1;
  const [isEditing, setEditing] = useState(false);
  const { orderRules } = tool.definition;
  const eligible = cards.filter(orderRules.isEligible);
  const create = t(`${kind}.create`, { count: eligible.length });
  const price = dollars(orderRules.quote(eligible));
  if (cards.length === 0) return null;
  return (
    <>
      <SelectionBar
        label={t('bench.selection')}
        count={t('bench.selected', { count: cards.length })}
        hint={isPhone ? undefined : t('bench.range_hint')}
        onClose={tool.clearSelection}
        primary={
          <Button
            kind="brass"
            aria-label={`${create} · ${price}`}
            disabled={locked || eligible.length === 0}
            onClick={() => {
              tool.orderSignedIn(eligible);
              tool.clearSelection();
            }}
          >
            {isPhone ? <KindIcon kind={kind} className="size-4" /> : create}
            <span className={`money ${isPhone ? '' : 'border-s border-current/30 ps-2'}`}>{price}</span>
          </Button>
        }
      >
        {aiWrite && (
          <Button kind="bench" disabled={locked} aria-label={t('ai_write.button')} onClick={() => void aiWrite.writeAll(ids)}>
            <Sparkles aria-hidden className="size-4" />
            {!isPhone && t('ai_write.button')}
          </Button>
        )}
        <Button kind="bench" disabled={locked} aria-label={t('bench.set_for_selected')} onClick={() => setEditing(true)}>
          <Pencil aria-hidden className="size-4" />
          {!isPhone && t('bench.set_for_selected')}
        </Button>
        <SelectionBarSeparator />
        {!isPhone && (
          <IconButton
            label={t('bench.duplicate_selected', { count: cards.length })}
            disabled={locked}
            onClick={() => tool.duplicate(ids)}
            className="size-11 text-on-bench-muted hover:bg-bench-hover! hover:text-on-bench!"
          >
            <Copy aria-hidden className="size-4" />
          </IconButton>
        )}
        <IconButton
          label={t('bench.remove_selected', { count: cards.length })}
          disabled={locked}
          onClick={() => {
            tool.clearSelection();
            tool.remove(ids);
          }}
          className="size-11 text-on-bench-muted hover:bg-bench-hover! hover:text-on-bench!"
        >
          <Trash2 aria-hidden className="size-4" />
        </IconButton>
      </SelectionBar>
      <SelectedSettings open={isEditing} ids={ids} onClose={() => setEditing(false)} />
    </>
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
