import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isLocked } from '#web/features/batch/store/core.ts';
import { dollars } from '#web/lib/money.ts';
import { videoOrderRules } from '../run.ts';
import { repeatVersion } from './orders.ts';
import { useSingle } from './use-single.ts';
import { useVersion } from './use-version.ts';
import { isRepeatable } from './version-actions.tsx';

/** The last tile of the row of versions: orders the shown video again. It shows the price. */
export function AgainTile({ id }: { id: string }) {
  const { t } = useTranslation();
  const locked = useSingle(isLocked);
  const version = useVersion(id);
  const { item, card, state } = version;
  if (locked || state !== 'ready' || !item || !isRepeatable(version)) return null;
  return (
    <li className="snap-start scroll-m-1.5 text-center text-xs leading-tight">
      <button type="button" onClick={() => repeatVersion(item)} className="group block w-full text-muted hover:text-ink">
        <span className="grid aspect-9/16 w-full place-items-center rounded-sm border border-dashed border-line-strong transition-colors group-hover:bg-sand low:aspect-3/4">
          <Plus aria-hidden className="size-5" />
        </span>
        <span className="money mt-1.5 block">{t('single.again', { amount: dollars(videoOrderRules.quote([card])) })}</span>
      </button>
    </li>
  );
}
