import { ChevronDown, Palette, SlidersHorizontal } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { promptCharactersMax } from '#shared/batch/batch.ts';
import { Button } from '#web/ui/button.tsx';
import { PromptBox } from '#web/ui/prompt-box.tsx';
import { Sheet } from '#web/ui/sheet.tsx';
import { useTypedText } from '#web/ui/use-typed-text.ts';
import { isLocked } from '../store/core.ts';
import { ApplyButtons } from './apply-buttons.tsx';
import { useBench, useBenchState } from './bench-context.tsx';
import { BulkPresets } from './bulk-presets.tsx';
import { useColumns } from './use-columns.ts';
import { WriteAll } from './write-all.tsx';

/** The settings for all cards, above the cards. On phones, the settings open in a sheet. */
export function BulkToolbar() {
  const columns = useColumns();
  return columns === 1 ? <BulkSheet /> : <BulkBar />;
}

function BulkBar() {
  const { t } = useTranslation();
  const { tool, Model, Settings, Presets } = useBench();
  const locked = useBenchState(isLocked);
  const defaults = useBenchState(({ draft }) => draft.defaults);
  const model = useBenchState(({ draft }) => draft.model);
  return (
    <section aria-labelledby="bulk" className="rounded-lg border border-line bg-surface px-3.5 py-3 shadow-card">
      <div className="flex items-start gap-4">
        <h2 id="bulk" className="ps-1 pt-1.75 text-2xl font-semibold whitespace-nowrap">
          {t('batch.bulk_title')}
        </h2>
        <div className="min-w-0 flex-1 rounded-md border border-line-strong bg-surface transition-colors has-[textarea:focus]:border-accent-text has-[textarea:hover]:border-ink">
          <div className="flex min-h-10.5 items-center gap-1 pe-1">
            <BulkPrompt disabled={locked} />
            <Samples disabled={locked} />
            <WriteAll />
          </div>
          {Presets && (
            <div className="px-2 pb-2">
              <BulkPresets disabled={locked} look="pill" />
            </div>
          )}
        </div>
      </div>
      <div className="mt-2.5 flex flex-wrap items-center gap-x-5 gap-y-2.5 max-[84rem]:gap-x-3">
        <Model look="chip" disabled={locked} />
        <div className="flex flex-wrap gap-2">
          <Settings settings={defaults} model={model} disabled={locked} look="chip" hasChevron onChange={tool.editDefaults} />
        </div>
        <ApplyButtons />
      </div>
    </section>
  );
}

function BulkPrompt({ disabled }: { disabled: boolean }) {
  const { t } = useTranslation();
  const { tool, promptPlaceholder } = useBench();
  const prompt = useBenchState(({ draft }) => draft.defaults.prompt);
  const { text, type } = useTypedText(prompt, (changed) => tool.editDefaults({ prompt: changed }));
  const isTooLong = [...text].length > promptCharactersMax;
  return (
    <textarea
      aria-label={t('bench.bulk_prompt')}
      aria-invalid={isTooLong}
      value={text}
      rows={1}
      disabled={disabled}
      placeholder={promptPlaceholder}
      onChange={(event) => type(event.target.value)}
      className="field-sizing-content max-h-32 min-w-0 flex-1 resize-none bg-transparent px-3.5 py-2 outline-none placeholder:text-muted aria-invalid:text-danger"
    />
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
          <Gallery disabled={disabled} onClose={() => setOpen(false)} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function BulkSheet() {
  const { t } = useTranslation();
  const { tool, Model, Settings, Samples: Gallery, promptPlaceholder, settingsText } = useBench();
  const [open, setOpen] = useState(false);
  const locked = useBenchState(isLocked);
  const defaults = useBenchState(({ draft }) => draft.defaults);
  const model = useBenchState(({ draft }) => draft.model);
  const title = t('batch.bulk_title');
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="flex min-h-14 w-full items-center gap-3 rounded-lg border border-line bg-surface px-4 py-1.5 text-start shadow-card"
      >
        <SlidersHorizontal aria-hidden className="size-5 shrink-0" />
        <span className="min-w-0 flex-1">
          <span className="block font-semibold">{title}</span>
          {defaults.prompt.trim() !== '' && <span className="block truncate text-sm">{defaults.prompt}</span>}
          <span className="money block truncate text-sm text-muted">{settingsText({ ...defaults, id: '', model })}</span>
        </span>
        <ChevronDown aria-hidden className="size-5 shrink-0" />
      </button>
      <Sheet open={open} onClose={() => setOpen(false)} title={title} actions={<ApplyButtons isSheet onApplied={() => setOpen(false)} />}>
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
          {Gallery && <Gallery disabled={locked} />}
        </div>
      </Sheet>
    </>
  );
}
