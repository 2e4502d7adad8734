import { ChevronDown, Palette, SlidersHorizontal } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { promptCharactersMax } from '#shared/batch/batch.ts';
import { modelName } from '#shared/catalogue.ts';
import { ExpectedReadiness } from '#web/features/readiness/expected-readiness.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { OpenLayer } from '#web/ui/open-layers.tsx';
import { PromptBox } from '#web/ui/prompt-box.tsx';
import { Sheet } from '#web/ui/sheet.tsx';
import { useTypedText } from '#web/ui/use-typed-text.ts';
import { hasRun, isLocked } from '../store/core.ts';
import { ApplyButtons } from './apply-buttons.tsx';
import { useBench, useBenchState } from './bench-context.tsx';
import { BulkPresets } from './bulk-presets.tsx';
import { useMissingInputs } from './missing-inputs.tsx';
import { StickyLine } from './sticky-line.tsx';
import { useColumns } from './use-columns.ts';
import { ViewSwitch } from './view-switch.tsx';
import { WriteAll } from './write-all.tsx';

/**
 * The settings for all cards, above the cards. While the cards scroll, they stay below the header as one line. On phones, the settings open
 * in a sheet.
 */
export function BulkToolbar({ isSticky = true }: { isSticky?: boolean }) {
  const columns = useColumns();
  if (columns === 1)
    return (
      <div className={isSticky ? 'mb-4' : ''}>
        <BulkSheet />
      </div>
    );
  return isSticky ? <StickyLine>{(isStuck) => <BulkBar isFolded={isStuck} />}</StickyLine> : <BulkBar isFolded={false} />;
}

function BulkBar({ isFolded }: { isFolded: boolean }) {
  const { t } = useTranslation();
  const { tool, Model, Settings } = useBench();
  const locked = useBenchState(isLocked);
  const defaults = useBenchState(({ draft }) => draft.defaults);
  const model = useBenchState(({ draft }) => draft.model);
  // In both layouts, the elements are the same, so that the prompt keeps the focus.
  return (
    <section
      aria-labelledby="bulk"
      className={`rounded-lg border border-line bg-surface shadow-card ${isFolded ? 'flex h-14 items-center gap-3 px-2' : 'px-3.5 py-3'}`}
    >
      <div className={isFolded ? 'min-w-48 flex-1' : 'flex items-start gap-4'}>
        <h2 id="bulk" className={isFolded ? 'sr-only' : 'ps-1 pt-1.75 text-2xl font-semibold whitespace-nowrap'}>
          {t('batch.bulk_title')}
        </h2>
        <BulkPrompt disabled={locked} isFolded={isFolded} />
      </div>
      <div className={isFolded ? 'contents' : 'mt-2.5 flex flex-wrap items-center gap-x-5 gap-y-2.5 max-[84rem]:gap-x-3'}>
        <div className={isFolded ? 'max-[100rem]:hidden' : ''}>
          <Model look="chip" disabled={locked} />
        </div>
        <div className={`flex gap-2 ${isFolded ? 'max-desktop:hidden' : 'flex-wrap'}`}>
          <Settings settings={defaults} model={model} disabled={locked} look="chip" hasChevron onChange={tool.editDefaults} />
        </div>
        {!isFolded && <BulkPresets disabled={locked} look="pill" />}
        <ApplyButtons look={isFolded ? 'line' : 'toolbar'} />
        {isFolded && <ViewSwitch />}
      </div>
      {!isFolded && <ExpectedNote className="mt-2.5" />}
    </section>
  );
}

/**
 * The prompt for all cards. Without the focus, a placeholder has one line. In the folded toolbar, a typed prompt also has one line. With
 * the focus, such a field covers the elements below, so that nothing moves. In the unfolded toolbar, a typed prompt keeps its lines, so
 * that the buttons stay visible.
 */
function BulkPrompt({ disabled, isFolded }: { disabled: boolean; isFolded: boolean }) {
  const { t } = useTranslation();
  const { tool, promptPlaceholder } = useBench();
  const prompt = useBenchState(({ draft }) => draft.defaults.prompt);
  const { text, type } = useTypedText(prompt, (changed) => tool.editDefaults({ prompt: changed }));
  const isTooLong = [...text].length > promptCharactersMax;
  const isOneLine = isFolded || text === '';
  return (
    <div className={`relative min-w-0 flex-1 ${isFolded ? 'h-10' : 'min-h-11'}`}>
      <div
        className={`inset-x-0 top-0 z-10 flex min-h-full items-start gap-1 rounded-md border border-line-strong bg-surface pe-1 transition-colors has-[textarea:focus]:border-accent-text has-[textarea:hover]:border-ink ${isOneLine ? 'absolute has-[textarea:focus]:shadow-float' : 'relative'}`}
      >
        <span className={`relative block min-w-0 flex-1 ${isFolded ? 'py-1.75' : 'py-2.25'}`}>
          <textarea
            aria-label={t('bench.bulk_prompt')}
            aria-invalid={isTooLong}
            value={text}
            rows={1}
            disabled={disabled}
            placeholder={promptPlaceholder}
            onChange={(event) => type(event.target.value)}
            className={`peer block field-sizing-content max-h-32 w-full resize-none bg-transparent px-3.5 outline-none placeholder:text-muted aria-invalid:text-danger ${isOneLine ? 'not-focus:h-lh not-focus:overflow-hidden not-focus:opacity-0' : ''}`}
          />
          {/* A text area cannot show an ellipsis. So this text covers the text area while another element has the focus. */}
          {isOneLine && (
            <span
              aria-hidden
              className={`pointer-events-none absolute inset-x-3.5 inset-y-0 my-auto h-lh truncate peer-focus:hidden ${isTooLong ? 'text-danger' : text === '' || disabled ? 'text-muted' : ''}`}
            >
              {text || promptPlaceholder}
            </span>
          )}
        </span>
        <span className={isFolded ? 'hidden' : 'flex min-h-10.5 items-center gap-1'}>
          <Samples disabled={disabled} />
          <WriteAll />
        </span>
      </div>
    </div>
  );
}

function Samples({ disabled }: { disabled: boolean }) {
  const { t } = useTranslation();
  const { Samples: Gallery } = useBench();
  const [open, setOpen] = useState(false);
  if (!Gallery) return null;
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <Button kind="quiet" size="small" disabled={disabled}>
          <Palette aria-hidden className="size-4" />
          {t('video.styles_title')}
        </Button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={6}
          collisionPadding={12}
          aria-label={t('video.styles_title')}
          className="z-40 max-h-(--radix-popover-content-available-height) w-[28rem] max-w-[calc(100vw-1.5rem)] animate-rise overflow-y-auto rounded-lg border border-line bg-surface p-4 shadow-float"
        >
          <OpenLayer />
          <Gallery disabled={disabled} onClose={() => setOpen(false)} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** Before the first run, warns of marketplaces that refuse each result of this tool. */
function ExpectedNote({ className = '' }: { className?: string }) {
  const { expectedResult } = useBench();
  const isRunShown = useBenchState(hasRun);
  return expectedResult && !isRunShown && <ExpectedReadiness probe={expectedResult} canFinish className={className} />;
}

/** The bulk settings on phones. `isIcon` shows only an icon as the button, for a line with other elements. */
export function BulkSheet({ isIcon = false }: { isIcon?: boolean }) {
  const { t } = useTranslation();
  const { tool, Model, Settings, Samples: Gallery, promptPlaceholder, settingsText } = useBench();
  const [open, setOpen] = useState(false);
  const locked = useBenchState(isLocked);
  const defaults = useBenchState(({ draft }) => draft.defaults);
  const model = useBenchState(({ draft }) => draft.model);
  const missingPrompts = useMissingInputs().find(({ reason }) => reason === 'prompt');
  const title = t('batch.bulk_title');
  return (
    <>
      {isIcon ? (
        <IconButton label={title} onClick={() => setOpen(true)}>
          <SlidersHorizontal aria-hidden className="size-5" />
        </IconButton>
      ) : (
        <button
          type="button"
          onClick={() => setOpen(true)}
          className="flex min-h-14 w-full items-center gap-3 rounded-lg border border-line bg-surface px-4 py-1.5 text-start shadow-card"
        >
          <SlidersHorizontal aria-hidden className="size-5 shrink-0" />
          <span className="min-w-0 flex-1">
            <span className="block font-semibold">{title}</span>
            {defaults.prompt.trim() !== '' && <span className="block truncate text-sm">{defaults.prompt}</span>}
            <span className="money block truncate text-sm text-muted">
              {modelName(model)} · {settingsText({ ...defaults, id: '', model })}
            </span>
            {missingPrompts && (
              <span className="money block truncate text-sm font-semibold text-brass">
                {t('batch.lacking.prompt', { count: missingPrompts.count })}
              </span>
            )}
          </span>
          <ChevronDown aria-hidden className="size-5 shrink-0" />
        </button>
      )}
      <Sheet
        open={open}
        onClose={() => setOpen(false)}
        title={title}
        actions={<ApplyButtons look="sheet" onApplied={() => setOpen(false)} />}
      >
        <div className="space-y-4">
          <Model look="field" disabled={locked} />
          <PromptBox
            label={t('batch.prompt')}
            value={defaults.prompt}
            disabled={locked}
            rows={3}
            placeholder={promptPlaceholder}
            onChange={(prompt) => tool.editDefaults({ prompt })}
            charactersMax={promptCharactersMax}
            tooLong={(used) => t('batch.prompt_too_long', { used, characters: promptCharactersMax })}
            action={<WriteAll />}
          />
          <BulkPresets disabled={locked} look="tile" />
          <div className="grid grid-cols-2 gap-3">
            <Settings settings={defaults} model={model} disabled={locked} look="field" onChange={tool.editDefaults} />
          </div>
          <ExpectedNote />
          {Gallery && <Gallery disabled={locked} isInSheet />}
        </div>
      </Sheet>
    </>
  );
}
