import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlacementId } from '#shared/marketplaces/rule-files.ts';
import { FinishOptionFields } from '#web/features/finish/finish-options.tsx';
import { PlacementPicker } from '#web/features/marketplaces/placement-picker.tsx';
import { useSellerMarketplaces } from '#web/features/marketplaces/seller-marketplaces.ts';
import { codeOf } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { saveMarketplaces } from './save-marketplaces.ts';

/** The placements whose rules the results should satisfy, and the settings for their files (docs/spec.md 3.4). */
export function MarketplacesSection({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const stored = useSellerMarketplaces();
  const queries = useQueryClient();
  const [changed, setChanged] = useState<typeof stored>();
  const [state, setState] = useState<'idle' | 'busy' | 'saved' | { failed: string }>('idle');
  const value = changed ?? stored;
  const chosen = new Set(value.placements as PlacementId[]);
  const change = (next: typeof stored) => {
    setChanged(next);
    setState('idle');
  };
  const toggle = (id: PlacementId, isChosen: boolean) =>
    change({ ...value, placements: isChosen ? [...value.placements, id] : value.placements.filter((one) => one !== id) });
  const save = async () => {
    setState('busy');
    try {
      await saveMarketplaces(queries, userId, value);
      setChanged(undefined);
      setState('saved');
    } catch (error) {
      const code = codeOf(error);
      setState({ failed: t(code === 'TooManyRequests' ? `errors.${code}` : 'account.marketplaces_failed') });
    }
  };
  const isBusy = state === 'busy';
  const canSave = changed !== undefined && !isBusy;
  return (
    <Panel title={t('account.marketplaces_title')}>
      <p className="mb-4 text-muted">{t('account.marketplaces_text', { finish: t('finish.button'), check: t('check.title') })}</p>
      <PlacementPicker chosen={chosen} onToggle={toggle} />
      <h3 className="mt-6 mb-3 font-sans text-base font-semibold tracking-normal">{t('finish.option.title')}</h3>
      <FinishOptionFields value={value} onChange={(options) => change({ ...value, ...options })} />
      <Button className="mt-5" aria-disabled={!canSave} onClick={() => canSave && void save()}>
        {isBusy && <Spinner className="size-4" />}
        {t('account.marketplaces_save')}
      </Button>
      <p role="status" className={state === 'idle' || isBusy ? 'sr-only' : 'mt-3 text-base'}>
        {state === 'saved' && t('account.marketplaces_saved')}
        {typeof state === 'object' && <span className="text-danger">{state.failed}</span>}
      </p>
    </Panel>
  );
}
