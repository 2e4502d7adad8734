import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isRefusal } from '#shared/marketplaces/plan.ts';
import { planFinish } from '#shared/marketplaces/plan-finish.ts';
import type { Probe } from '#shared/marketplaces/probe.ts';
import type { PlacementId } from '#shared/marketplaces/rule-files.ts';
import type { Placement } from '#shared/marketplaces/schema.ts';
import { changesText } from '#web/features/finish/changes-text.ts';
import { codeOf, type PageErrorCode } from '#web/lib/api.ts';
import { useIsSeller } from '#web/lib/session/use-is-seller.ts';
import { Button } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { findResult } from './find-result.ts';

/** This component loads separately, because it is needed only if the checked file is a result of the seller. */
const FinishResult = lazy(async () => ({ default: (await import('./finish-result.tsx')).FinishResult }));

type Props = { fileName: string; probe: Probe; placement: Placement };

type FixState = { step: 'closed' | 'searching' | 'foreign' } | { step: 'found'; result: string } | { step: 'failed'; code: PageErrorCode };

/**
 * If the checked file is a result of this seller, the button makes a file that satisfies the rules. For another file, the button shows the
 * necessary changes.
 */
export function FixButton({ fileName, probe, placement }: Props) {
  const { t } = useTranslation();
  const isSeller = useIsSeller();
  const [state, setState] = useState<FixState>({ step: 'closed' });
  const fix = async () => {
    setState({ step: 'searching' });
    try {
      const result = isSeller ? await findResult(fileName, probe) : undefined;
      setState(result === undefined ? { step: 'foreign' } : { step: 'found', result });
    } catch (error) {
      // The state is not `foreign`: the results could not be read, so the file may be a result of the seller.
      setState({ step: 'failed', code: codeOf(error) });
    }
  };
  const isSearching = state.step === 'searching';
  return (
    // The button is in the same line as the result of the check. The text is in the next line.
    <div className="contents">
      <Button size="small" aria-disabled={isSearching} onClick={() => !isSearching && void fix()}>
        {isSearching && <Spinner className="size-4" />}
        {t('check.fix')}
      </Button>
      <div role="status" className="basis-full empty:hidden">
        {state.step === 'foreign' && <NeededChanges probe={probe} placement={placement} />}
        {state.step === 'failed' && <p className="mt-2 text-danger">{t(`errors.${state.code}`)}</p>}
      </div>
      {state.step === 'found' && (
        <Suspense>
          <FinishResult
            kind={placement.kind}
            result={state.result}
            placement={placement.id as PlacementId}
            onClose={() => setState({ step: 'closed' })}
          />
        </Suspense>
      )}
    </div>
  );
}

function NeededChanges({ probe, placement }: { probe: Probe; placement: Placement }) {
  const { t } = useTranslation();
  const plan = planFinish(probe, placement);
  const text = isRefusal(plan)
    ? t(`finish.refusal.${plan.reason}`)
    : changesText(t, { changes: plan.changes, steps: plan.steps.map(({ kind }) => kind) });
  return (
    <div className="mt-2 rounded-md bg-sand px-3.5 py-2.5">
      <p>{t('check.foreign')}</p>
      <p className="money font-semibold">{text}</p>
    </div>
  );
}
