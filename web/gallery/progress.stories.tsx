import { CircleStop, Clapperboard, Copy, Download, Monitor, Play, RectangleVertical, RefreshCw, Sparkles, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { ActionBar } from '#web/ui/action-bar.tsx';
import { Button, ButtonPrice, IconButton } from '#web/ui/button.tsx';
import { Dot } from '#web/ui/dot.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { Meter } from '#web/ui/meter.tsx';
import { PriceTag } from '#web/ui/price-tag.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { SelectionBar, SelectionBarSeparator } from '#web/ui/selection-bar.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { SplitButton } from '#web/ui/split-button.tsx';
import { WorkRing, WorkVeil } from '#web/ui/work-cover.tsx';
import { Group, Story } from './group.tsx';
import { t } from './texts.ts';

export default { title: 'Progress and bars' };

const doNothing = () => undefined;
const running = { done: 10, failed: 2, running: 5, total: 24 };
const label = t('video.progress_label');

export const Work = () => (
  <Story title="A result is made from a picture">
    <Group title="with the elapsed time, and in little space">
      {[
        { size: 'medium' as const, box: 'h-52 w-32', text: '0:42' },
        { size: 'small' as const, box: 'size-14', text: undefined },
      ].map(({ size, box, text }) => (
        <div key={size} className={`relative grid place-items-center overflow-hidden rounded-sm bg-scene-peach ${box}`}>
          <WorkVeil />
          <span className="relative">
            <WorkRing size={size}>{text}</WorkRing>
          </span>
        </div>
      ))}
    </Group>
  </Story>
);

export const Meters = () => (
  <Story title="Meters">
    <div className="grid max-w-3xl">
      <Group title="ticks" className="grid gap-4">
        <Meter label={label} {...running} />
        <Meter label={label} done={2} running={1} total={6} className="h-1" />
        <Meter label={label} done={60} total={60} />
      </Group>
      <Group title="a continuous meter if the total is above 60" className="grid gap-4">
        <Meter label={label} done={50} failed={6} running={8} total={100} />
        <Meter label={label} done={0} total={100} />
      </Group>
      <Group title="an upload" className="grid gap-4">
        <Progress label={t('image.progress_label')} value={40} max={100} />
      </Group>
    </div>
  </Story>
);

const moreMenu = (
  <Menu
    label={t('download.more')}
    items={[
      {
        label: t('video.recreate', { count: 24 }),
        icon: <Clapperboard aria-hidden />,
        price: '$48.00',
        onSelect: doNothing,
      },
    ]}
  />
);

const count = (done: number) => (
  <span className="money font-display text-3xl leading-none font-semibold whitespace-nowrap">
    {done}
    <span className="text-lg text-muted">/24</span>
  </span>
);

const Page = ({ children }: { children: ReactNode }) => (
  <>
    <Story title="Bars">
      <p className="max-w-prose text-muted">{t('video.subtitle')}</p>
    </Story>
    {children}
  </>
);

export const BarBeforeARun = () => (
  <Page>
    <ActionBar label={t('video.bar')} status={<span className="font-semibold">{t('batch.lacking.prompt', { count: 18 })}</span>}>
      <PriceTag className="max-tablet:hidden">{t('video.quote', { count: 6, total: '$12.00' })}</PriceTag>
      <Button kind="primary">
        <Clapperboard aria-hidden className="size-4" />
        {t('video.create', { count: 6 })}
      </Button>
    </ActionBar>
  </Page>
);

export const BarDuringARun = () => (
  <Page>
    <ActionBar
      label={t('video.bar')}
      meter={<Meter label={label} {...running} />}
      status={
        <div className="flex items-baseline gap-x-5 whitespace-nowrap max-tablet:gap-x-2.5">
          {count(12)}
          <span className="flex items-center gap-1.5 max-tablet:hidden">
            <Dot tone="done" />
            {t('history.completed', { count: 10 })}
          </span>
          <span className="flex items-center gap-1.5 font-semibold text-danger">
            <Dot tone="failed" />
            {t('history.failed', { count: 2 })}
          </span>
          <span className="max-desktop:hidden">{t('batch.remaining', { time: '4 min' })}</span>
        </div>
      }
    >
      <Button kind="quiet" className="max-tablet:hidden">
        <CircleStop aria-hidden className="size-4" />
        {t('batch.cancel_all')}
      </Button>
      <Button kind="primary" aria-disabled>
        <Spinner className="size-4 text-muted" />
        {t('batch.generating')}
      </Button>
    </ActionBar>
  </Page>
);

export const BarAfterARun = () => (
  <Page>
    <ActionBar label={t('video.bar')} status={count(22)}>
      {moreMenu}
      <Button className="max-tablet:hidden">
        <RefreshCw aria-hidden className="size-4" />
        {t('single.retry')} <ButtonPrice>$4.00</ButtonPrice>
      </Button>
      <IconButton label={t('single.play_sample')} className="border border-line-strong text-ink tablet:hidden">
        <Play aria-hidden className="size-5" />
      </IconButton>
      <SplitButton
        kind="primary"
        menuLabel={t('download.more')}
        items={[{ label: t('download.as_zip'), icon: <Download aria-hidden />, onSelect: doNothing }]}
      >
        <Download aria-hidden className="size-4" />
        <span className="max-tablet:hidden">{t('download.all', { count: 22 })}</span>
        <span className="tablet:hidden">{t('batch.result.download_short')}</span>
      </SplitButton>
    </ActionBar>
  </Page>
);

export const Selection = () => (
  <Page>
    <ActionBar label={t('video.bar')} status={<span className="font-semibold">{t('batch.cards_count', { count: 24, max: 100 })}</span>}>
      <Button>{t('video.create', { count: 24 })}</Button>
    </ActionBar>
    <SelectionBar
      label={t('batch.bulk_title')}
      count={t('batch.cards_count', { count: 5, max: 24 })}
      hint="$10.00"
      onClose={doNothing}
      primary={
        <Button kind="brass">
          <span className="max-tablet:hidden">{t('video.create', { count: 5 })}</span>
          <span className="tablet:hidden">{t('single.run')}</span>
          <span className="max-tablet:hidden">
            <ButtonPrice>$10.00</ButtonPrice>
          </span>
        </Button>
      }
    >
      <SelectionBarSeparator />
      {[
        { Icon: Sparkles, text: t('ai_write.button') },
        { Icon: RectangleVertical, text: t('batch.aspect_ratio') },
        { Icon: Monitor, text: t('video.resolution') },
      ].map(({ Icon, text }) => (
        <Button key={text} kind="bench" className="max-desktop:hidden">
          <Icon aria-hidden className="size-4" />
          {text}
        </Button>
      ))}
      <SelectionBarSeparator />
      <IconButton
        label={t('batch.duplicate_card', { card: '5' })}
        className="text-on-bench-muted hover:bg-bench-hover! hover:text-on-bench!"
      >
        <Copy aria-hidden className="size-4.5" />
      </IconButton>
      <IconButton label={t('batch.remove_card', { card: '5' })} className="text-on-bench-muted hover:bg-bench-hover! hover:text-on-bench!">
        <Trash2 aria-hidden className="size-4.5" />
      </IconButton>
    </SelectionBar>
  </Page>
);
