import { Keyboard, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#web/lib/session/session-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import { cardsMax } from '../cards/cards.ts';
import { isLocked, isRunning } from '../store/core.ts';
import { useBench, useBenchState } from './bench-context.tsx';
import { useColumns } from './use-columns.ts';
import { WhenDone } from './when-done.tsx';

/** The buttons below the cards. */
export function ListEnd({ onHelp }: { onHelp: () => void }) {
  const { t } = useTranslation();
  const { kind, tool } = useBench();
  const locked = useBenchState(isLocked);
  const running = useBenchState(isRunning);
  const count = useBenchState(({ draft }) => draft.cards.length);
  const isPhone = useColumns() === 1;
  const isSignedIn = useSession().status === 'user';
  return (
    <div className="mt-4 flex flex-wrap items-center gap-3">
      <Button disabled={locked || count >= cardsMax} onClick={tool.addCard}>
        <Plus aria-hidden className="size-4" />
        {t(`${kind}.add_item`)}
      </Button>
      <Tooltip text={running ? t(`${kind}.locked_remove`) : undefined}>
        <Button kind="quiet" aria-disabled={locked || count === 0} onClick={() => !locked && count > 0 && tool.clearAll()}>
          {t('batch.clear_all')}
        </Button>
      </Tooltip>
      {isPhone && isSignedIn && !running && <WhenDone isRunning={false} hasText />}
      <Button kind="quiet" onClick={onHelp} className="ms-auto text-muted max-tablet:hidden">
        <Keyboard aria-hidden className="size-4" />
        {t('bench.keys')}
      </Button>
    </div>
  );
}
