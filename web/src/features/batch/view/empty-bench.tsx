import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { promptCharactersMax } from '#shared/batch/batch.ts';
import { DropZone } from '#web/features/upload/drop-zone.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { PromptBox } from '#web/ui/prompt-box.tsx';
import { cardsMax } from '../cards/cards.ts';
import { isLocked } from '../store/core.ts';
import { ApplyButtons } from './apply-buttons.tsx';
import { useBench, useBenchState } from './bench-context.tsx';
import { BulkPresets } from './bulk-presets.tsx';
import { SampleProducts } from './sample-products.tsx';
import { WriteAll } from './write-all.tsx';

/** The page before the first photo: an area to add photos, and the settings of new cards. */
export function EmptyBench() {
  const { t } = useTranslation();
  const { kind, tool } = useBench();
  const locked = useBenchState(isLocked);
  const checking = useBenchState((state) => state.checking);
  const count = useBenchState(({ draft }) => draft.cards.length);
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 desktop:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <div className="grid grid-cols-[minmax(0,1fr)] overflow-hidden rounded-lg border-2 border-dashed border-line-strong/60 bg-surface tablet:grid-cols-2">
          <DropZone bare onFiles={tool.addFiles} disabled={locked} checking={checking} />
          <SampleProducts />
        </div>
        <BulkPanel />
      </div>
      <SampleFold />
      {/* In the window of a laptop, the cards start below the window, so that no thin part of them is visible above the bar. */}
      <div className="mt-8 mb-4 flex items-baseline gap-4 laptop:mt-14 laptop:mb-6">
        <h2 className="text-2xl font-semibold">{t(`${kind}.cards_title`)}</h2>
        <p className="money text-sm text-muted">{t('batch.cards_count', { count, max: cardsMax })}</p>
      </div>
    </>
  );
}

function BulkPanel() {
  const { t } = useTranslation();
  const { kind, tool, Model, Settings, promptPlaceholder } = useBench();
  const locked = useBenchState(isLocked);
  const defaults = useBenchState(({ draft }) => draft.defaults);
  const model = useBenchState(({ draft }) => draft.model);
  return (
    <Panel title={t('batch.bulk_title')} hint={t('bench.bulk_hint')} actions={<Model look="field" disabled={locked} />}>
      <div className="space-y-3">
        <PromptBox
          label={t('batch.prompt')}
          value={defaults.prompt}
          disabled={locked}
          rows={2}
          placeholder={promptPlaceholder}
          onChange={(prompt) => tool.editDefaults({ prompt })}
          charactersMax={promptCharactersMax}
          tooLong={(used) => t('batch.prompt_too_long', { used, characters: promptCharactersMax })}
          action={<WriteAll />}
        />
        <BulkPresets disabled={locked} look="tile" />
        <div className="flex flex-wrap items-end gap-3">
          <div className={kind === 'video' ? 'grid w-full grid-cols-2 gap-3 tablet:grid-cols-4' : 'w-40'}>
            <Settings settings={defaults} model={model} disabled={locked} look="field" onChange={tool.editDefaults} />
          </div>
          <ApplyButtons />
        </div>
      </div>
    </Panel>
  );
}

/** The sample styles. At first, this section is closed, because not every order needs a sample style. */
function SampleFold() {
  const { t } = useTranslation();
  const { Samples } = useBench();
  const [open, setOpen] = useState(false);
  const locked = useBenchState(isLocked);
  if (!Samples) return null;
  return (
    <Panel padding="none" className="mt-5">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex min-h-14 w-full items-center gap-4 px-5 text-start"
      >
        <span className="font-display text-2xl font-semibold">{t('video.styles_title')}</span>
        <span className="min-w-0 flex-1 truncate text-sm text-muted max-xs:sr-only">{t('video.styles_hint')}</span>
        <ChevronDown aria-hidden className={`size-5 shrink-0 transition-transform ${open ? 'rotate-180' : ''}`} />
      </button>
      {open && (
        <div className="border-t border-line p-5">
          <Samples disabled={locked} />
        </div>
      )}
    </Panel>
  );
}
