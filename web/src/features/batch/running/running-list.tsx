import { Blend, ChevronRight, Clapperboard, Images, type LucideIcon, Scissors } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useTranslation } from 'react-i18next';
import { Link } from '#web/lib/router.tsx';
import { Meter } from '#web/ui/meter.tsx';
import type { RunningWork } from './running-work.ts';
import { workName } from './work-name.ts';

const icons: Record<RunningWork['kind'], LucideIcon> = { video: Clapperboard, image: Images, edit: Scissors, pipeline: Blend };

/** Lists the running work. Each entry shows the progress and links to the page of the work. */
export function RunningList({ work, isMenu = false, onOpen }: { work: readonly RunningWork[]; isMenu?: boolean; onOpen?: () => void }) {
  return work.map((one) =>
    isMenu ? (
      <DropdownMenu.Item key={one.id} asChild>
        <WorkLink work={one} />
      </DropdownMenu.Item>
    ) : (
      <WorkLink key={one.id} work={one} onClick={onOpen} />
    ),
  );
}

/** Other properties of the link. The menu around the link needs them. */
function WorkLink({ work, ...rest }: { work: RunningWork; onClick?: (() => void) | undefined }) {
  const { t } = useTranslation();
  const { kind, path, total, unfinished, counters, thumbnail } = work;
  const Icon = icons[kind];
  const name = workName(kind, total, t);
  return (
    <Link
      to={path}
      {...rest}
      className="flex min-h-14 items-center gap-3 rounded-md px-3 py-2 outline-none hover:bg-sand data-highlighted:bg-sand"
    >
      <span className="grid h-12 w-10 shrink-0 place-items-center overflow-hidden rounded-sm bg-wall text-muted">
        {thumbnail ? <img src={thumbnail} alt="" className="size-full object-cover" /> : <Icon aria-hidden className="size-5" />}
      </span>
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">{name}</span>
        {counters && (
          <span className="flex items-center gap-2.5">
            <span className="money shrink-0 text-sm text-muted">
              {`${total - unfinished}/${total}`}
              {counters.failed > 0 && ` · ${t('bench.failed_count', { count: counters.failed })}`}
            </span>
            <Meter
              label={name}
              done={counters.completed}
              failed={counters.failed}
              running={counters.processing}
              total={total - counters.cancelled}
              className="h-1 w-28 min-w-0"
            />
          </span>
        )}
      </span>
      <ChevronRight aria-hidden className="size-4 shrink-0 text-muted" />
    </Link>
  );
}
