import { PencilLine } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { RunResponse } from '#shared/pipeline/api.ts';
import { useAreaName } from '#web/lib/area-name.ts';
import { dollars } from '#web/lib/money.ts';
import { Button, ButtonPrice } from '#web/ui/button.tsx';
import { passFocusToAncestor } from '#web/ui/pass-focus.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { maxCents } from '../store/core.ts';
import { prepareNextAttempt } from '../store/reopen-run.ts';
import { useReopening } from './use-reopening.ts';

/** Opens the setup with the same pictures, so that the seller can describe an unsolved area in other words. */
export function NextAttemptButton({ run, area }: { run: RunResponse; area: string }) {
  const { t } = useTranslation();
  const areaName = useAreaName();
  const { isLoading, reopen } = useReopening(() => prepareNextAttempt(run, area, areaName(area)));
  return (
    <Button ref={passFocusToAncestor} size="small" aria-disabled={isLoading} className="mt-2 max-w-full px-2.5! text-sm!" onClick={reopen}>
      {isLoading ? <Spinner className="size-4" /> : <PencilLine aria-hidden className="size-4" />}
      {t('pipeline.change_words')}
      <ButtonPrice>{t('pipeline.price', { most: dollars(maxCents) })}</ButtonPrice>
    </Button>
  );
}
