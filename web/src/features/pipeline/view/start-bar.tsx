import { WandSparkles } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { iterationsMax } from '#shared/pipeline/run.ts';
import { dollars } from '#web/lib/money.ts';
import { useUser } from '#web/lib/session/session-provider.tsx';
import { ActionBar, Reason } from '#web/ui/action-bar.tsx';
import { Button, ButtonPrice } from '#web/ui/button.tsx';
import { PriceTag } from '#web/ui/price-tag.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import { imageCents, maxCents, usePipeline } from '../store/core.ts';
import { startSignedIn } from '../store/pipeline-tool.ts';
import { countAreas, setupError } from '../store/setup.ts';

/** The bar with the button that starts a run, and the maximum price of the run. */
export function StartBar() {
  const { t } = useTranslation();
  const user = useUser();
  const missing = usePipeline(({ setup }) => setupError(setup));
  const sending = usePipeline(({ busy }) => (busy === 'analyzing' ? undefined : busy));
  const isReady = usePipeline(({ setup, restored, busy }) => restored && busy === undefined && setupError(setup) === undefined);
  return (
    <ActionBar label={t('pipeline.bar')} status={<StartStatus />}>
      {/* On phones, the button contains the price. */}
      <span id="run-price" className="max-tablet:sr-only">
        <PriceTag>{t('pipeline.price', { most: dollars(maxCents) })}</PriceTag>
      </span>
      <Tooltip text={isReady && !user ? t('pipeline.sign_in_to_start') : undefined}>
        <Button
          kind="primary"
          aria-disabled={!isReady}
          aria-describedby={isReady || missing === undefined ? 'run-price' : 'run-reason'}
          onClick={() => isReady && startSignedIn()}
        >
          {sending ? <Spinner className="size-4" /> : <WandSparkles aria-hidden className="size-4" />}
          {/* On phones, a short text is visible. The accessible name does not change. */}
          <span className="max-tablet:sr-only">{t('pipeline.start')}</span>
          <span aria-hidden className="contents tablet:hidden">
            {t('pipeline.bar')}
            <ButtonPrice>
              <MaximumPrice />
            </ButtonPrice>
          </span>
        </Button>
      </Tooltip>
    </ActionBar>
  );
}

/** The maximum price in two lines: the amount, and the words in a small font. The order of the two lines depends on the language. */
function MaximumPrice() {
  const { t } = useTranslation();
  const [before, after] = t('pipeline.price', { most: '|' }).split('|');
  return (
    <span className="inline-grid align-middle text-start text-xs/none lowercase">
      {before?.trim()}
      <span className="text-base/none normal-case">{dollars(maxCents)}</span>
      {after?.trim()}
    </span>
  );
}

/** Shows the missing input, the number of chosen areas, or the progress of the start. */
function StartStatus() {
  const { t } = useTranslation();
  const missing = usePipeline(({ setup }) => setupError(setup));
  const restored = usePipeline((state) => state.restored);
  const busy = usePipeline((state) => state.busy);
  const count = usePipeline(({ setup }) => countAreas(setup));
  const available = usePipeline((state) => state.available);
  const affordable = available === undefined ? iterationsMax : Math.floor(available / imageCents);
  const price =
    affordable > 0 && affordable < iterationsMax
      ? t('pipeline.price_short', { count: affordable })
      : t('pipeline.price_hint', { each: dollars(imageCents) });
  return (
    <div className="money">
      <p role="status" className="truncate font-semibold empty:hidden">
        {busy && busy !== 'analyzing' ? t(`pipeline.busy.${busy}`) : undefined}
      </p>
      {busy === undefined || busy === 'analyzing' ? (
        missing ? (
          <Reason id="run-reason" waiting={!restored} className="line-clamp-2 font-semibold text-ink!">
            {t(`errors.${missing}`)}
          </Reason>
        ) : (
          <p className="line-clamp-2 font-semibold">{t('pipeline.areas_chosen', { count })}</p>
        )
      ) : null}
      <p className="truncate text-sm text-muted max-tablet:hidden">{price}</p>
    </div>
  );
}
