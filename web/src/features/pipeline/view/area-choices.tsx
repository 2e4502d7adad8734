import { Sparkles } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { categoryOf } from '#shared/pipeline/focus-areas.ts';
import { useAreaName } from '#web/lib/area-name.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { change, isLocked, usePipeline } from '../store/core.ts';
import type { Suggestion } from '../store/setup.ts';

/** The known focus areas. After an analysis, the suggested areas are first. */
export function AreaChoices() {
  const { t } = useTranslation();
  const suggestions = usePipeline(({ setup }) => setup.suggestions);
  const isAnalyzed = usePipeline(({ setup }) => setup.analysis !== undefined);
  const locked = usePipeline(isLocked);
  return (
    <fieldset disabled={locked} className="min-w-0">
      <legend className="mb-1.5 flex items-center gap-1.5 text-sm text-muted">
        {isAnalyzed && <Sparkles aria-hidden className="size-4 text-brass" />}
        {isAnalyzed ? t('pipeline.suggested') : t('pipeline.common')}
      </legend>
      <div className="grid gap-2.5 tablet:grid-cols-3">
        {suggestions.map((suggestion) => (
          <AreaChoice key={suggestion.area} suggestion={suggestion} />
        ))}
      </div>
    </fieldset>
  );
}

function AreaChoice({ suggestion: { area, isTicked, isSuggested, details } }: { suggestion: Suggestion }) {
  const { t } = useTranslation();
  const areaName = useAreaName();
  const category = categoryOf(area);
  return (
    <Checkbox
      checked={isTicked}
      onChange={(checked) => change({ type: 'ticked', area, isTicked: checked })}
      className="w-full rounded-md border border-line px-3.5 py-2.5! transition-colors low:py-2! has-checked:border-accent has-checked:bg-accent-soft/60 has-enabled:hover:border-line-strong has-checked:hover:border-accent"
      label={
        <span className="flex items-start gap-1.5 font-semibold">
          {areaName(area)}
          {isSuggested && (
            <>
              <Sparkles aria-hidden className="mt-0.5 size-4 shrink-0 text-brass" />
              <span className="sr-only">{t('pipeline.is_suggested')}</span>
            </>
          )}
        </span>
      }
      hint={details ?? (category && t(`pipeline.area_hint.${category}`))}
    />
  );
}
