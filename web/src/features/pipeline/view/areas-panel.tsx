import { RefreshCw, ScanSearch, Sparkles } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonPrice } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { change, isLocked, usePipeline } from '../store/core.ts';
import { analyzeSignedIn } from '../store/pipeline-tool.ts';
import { countAreas, exampleOf } from '../store/setup.ts';
import { AreaChoices } from './area-choices.tsx';
import { CustomAreas } from './custom-areas.tsx';

const productTypeCharactersMax = 100;

/** Shows the analysis of the example and the focus areas (docs/spec.md 10.3). */
export function AreasPanel() {
  const { t } = useTranslation();
  const id = useId();
  return (
    <Panel padding="none" aria-labelledby={id} className="grid overflow-clip desktop:grid-cols-[23rem_minmax(0,1fr)]">
      <div className="border-line bg-accent-soft/45 p-4 max-desktop:border-b tablet:p-5 desktop:border-e low:py-3.5">
        <h2 id={id} className="text-2xl font-semibold">
          {t('pipeline.areas')}
        </h2>
        <p className="mt-1 mb-3 max-w-2xl text-pretty text-muted">{t('pipeline.areas_hint')}</p>
        <Analysis />
      </div>
      <div className="grid content-start gap-4 p-4 tablet:p-5 low:gap-2.5 low:py-3">
        <AreaChoices />
        <div className="grid gap-5 tablet:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] tablet:gap-4">
          <CustomAreas />
          <ProductType />
        </div>
      </div>
    </Panel>
  );
}

function Analysis() {
  const { t } = useTranslation();
  const id = useId();
  const analysis = usePipeline(({ setup }) => setup.analysis);
  const example = usePipeline(({ setup }) => exampleOf(setup));
  const isAnalyzing = usePipeline(({ busy }) => busy === 'analyzing');
  const locked = usePipeline(isLocked);
  const isStale = analysis !== undefined && example !== undefined && analysis.example !== example;
  const isFresh = analysis !== undefined && !isStale;
  const isReady = !locked && example !== undefined;
  const hasAreas = usePipeline(({ setup }) => countAreas(setup) > 0);
  const hint = example === undefined ? t('pipeline.analyze_needs') : isStale ? t('pipeline.analyze_stale') : t('pipeline.analyze_hint');
  const icon = analysis ? <RefreshCw aria-hidden className="size-4" /> : <ScanSearch aria-hidden className="size-4" />;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          // After the example is complete, the analysis is the next step. It does not start automatically, because it costs us money. After
          // the seller has chosen an area, the start is the next step.
          kind={isReady && !isFresh && !hasAreas ? 'primary' : 'secondary'}
          aria-disabled={!isReady}
          aria-busy={isAnalyzing}
          aria-describedby={`${id}-hint`}
          onClick={() => isReady && analyzeSignedIn()}
        >
          {isAnalyzing ? <Spinner className="size-4" /> : icon}
          {isAnalyzing ? t('pipeline.analyzing') : analysis ? t('pipeline.analyze_again') : t('pipeline.analyze')}
          {!isAnalyzing && <ButtonPrice>{t('pipeline.free')}</ButtonPrice>}
        </Button>
        <p id={`${id}-hint`} className={`min-w-40 flex-1 text-sm text-pretty text-muted ${isFresh ? 'sr-only' : ''}`}>
          {hint}
        </p>
      </div>
      {isFresh && (
        <div role="status" className="mt-3">
          <p className="flex items-center gap-2 font-semibold text-accent-text">
            <Sparkles aria-hidden className="size-4 shrink-0" />
            {t('pipeline.insights')}
          </p>
          <p className="mt-1 text-pretty">{analysis.visualAnalysis}</p>
        </div>
      )}
    </>
  );
}

function ProductType() {
  const { t } = useTranslation();
  const productType = usePipeline(({ setup }) => setup.productType);
  const locked = usePipeline(isLocked);
  return (
    <Field
      label={
        <>
          {t('pipeline.product_type')} {t('pipeline.optional')}
        </>
      }
    >
      {(control) => (
        <Input
          {...control}
          value={productType}
          maxLength={productTypeCharactersMax}
          disabled={locked}
          placeholder={t('pipeline.product_type_example')}
          onChange={({ target }) => change({ type: 'productTypeChanged', productType: target.value })}
        />
      )}
    </Field>
  );
}
