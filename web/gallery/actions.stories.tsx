import { Clapperboard, Copy, Download, FolderArchive, Plus, RefreshCw, RotateCcw, Sparkles, Trash2, VolumeX } from 'lucide-react';
import { Button, type ButtonKind, ButtonPrice, IconButton } from '#web/ui/button.tsx';
import { Kbd } from '#web/ui/kbd.tsx';
import { Menu, type MenuItem } from '#web/ui/menu.tsx';
import { PriceTag } from '#web/ui/price-tag.tsx';
import { PricedButton } from '#web/ui/priced-button.tsx';
import { SplitButton } from '#web/ui/split-button.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import { Group, Story } from './group.tsx';
import { t } from './texts.ts';

export default { title: 'Actions' };

const doNothing = () => undefined;
const kinds: ButtonKind[] = ['primary', 'secondary', 'quiet', 'accent', 'danger'];

export const Buttons = () => (
  <Story title="Buttons">
    {kinds.map((kind) => (
      <Group key={kind} title={kind}>
        <Button kind={kind}>
          <Clapperboard aria-hidden className="size-4" />
          {t('video.create', { count: 24 })}
        </Button>
        <Button kind={kind} size="small">
          <RefreshCw aria-hidden className="size-4" />
          {t('single.retry')} <ButtonPrice>$2.00</ButtonPrice>
        </Button>
        <Button kind={kind} aria-disabled>
          {t('batch.apply_to_all')}
        </Button>
      </Group>
    ))}
    <Group title="on a dark bar" className="on-dark inline-flex flex-wrap items-center gap-2 rounded-xl bg-bench p-2">
      <Button kind="bench">
        <Sparkles aria-hidden className="size-4" />
        {t('ai_write.button')}
      </Button>
      <Button kind="bench" aria-disabled>
        {t('batch.prompt')}
      </Button>
      <Button kind="brass">
        {t('video.create', { count: 5 })} <ButtonPrice>$10.00</ButtonPrice>
      </Button>
    </Group>
    <Group title="with a price">
      <PricedButton icon={<RefreshCw aria-hidden />} label={t('bench.redo')} price="$2.00" />
      <PricedButton kind="quiet" icon={<RefreshCw aria-hidden />} label={t('bench.retry')} price="$2.00" />
      <PricedButton kind="quiet" icon={<RefreshCw aria-hidden />} label={t('bench.redo')} labelClass="sr-only" price="$2.00" />
      <PricedButton icon={<RefreshCw aria-hidden />} label={t('bench.redo')} price="$2.00" obstacle={t('credits.insufficient_tooltip')} />
    </Group>
    <Group title="large, and only an icon">
      <Button kind="primary" size="large">
        {t('auth.start_free')}
      </Button>
      <IconButton label={t('batch.duplicate_card', { card: 'bag-ruby-studio.jpg' })}>
        <Copy aria-hidden className="size-4.5" />
      </IconButton>
      <IconButton label={t('batch.remove_card', { card: 'bag-ruby-studio.jpg' })} aria-disabled>
        <Trash2 aria-hidden className="size-4.5" />
      </IconButton>
      <Tooltip text={t('credits.add')}>
        <IconButton label={t('credits.add')}>
          <Plus aria-hidden className="size-5" />
        </IconButton>
      </Tooltip>
    </Group>
  </Story>
);

const downloads: MenuItem[] = [
  { label: t('download.as_zip'), icon: <FolderArchive aria-hidden />, onSelect: doNothing },
  { label: t('download.singly'), icon: <Download aria-hidden />, onSelect: doNothing },
];

export const SplitButtons = () => (
  <Story title="Split buttons">
    <Group title="kinds">
      <SplitButton kind="primary" menuLabel={t('download.more')} items={downloads}>
        <Download aria-hidden className="size-4" />
        {t('download.all', { count: 22 })}
      </SplitButton>
      <SplitButton menuLabel={t('batch.apply_to_all')} items={downloads}>
        {t('batch.apply_to_all')}
      </SplitButton>
      <SplitButton size="small" menuLabel={t('batch.apply_to_all')} items={downloads}>
        {t('batch.apply_to_all')}
      </SplitButton>
    </Group>
  </Story>
);

export const ClosedAndOpenMenu = {
  render: () => (
    <Story title="Menu">
      <Group title="with prices, remarks, a reason and a danger">
        <Menu
          label={t('batch.apply_to_all')}
          hasTitle
          align="start"
          trigger={<Button>{t('batch.apply_to_all')}</Button>}
          items={[
            { label: t('single.retry'), icon: <RefreshCw aria-hidden />, price: '$4.00', onSelect: doNothing },
            { label: t('video.recreate', { count: 24 }), icon: <Clapperboard aria-hidden />, price: '$48.00', onSelect: doNothing },
            { label: t('batch.start_new'), icon: <RotateCcw aria-hidden />, remark: t('history.title'), onSelect: doNothing },
            { label: t('video.audio'), icon: <VolumeX aria-hidden />, disabled: t('video.audio_off'), onSelect: doNothing },
            'separator',
            ...downloads,
            'separator',
            { label: t('batch.clear_all'), icon: <Trash2 aria-hidden />, danger: true, onSelect: doNothing },
          ]}
        />
      </Group>
    </Story>
  ),
  play: async ({ canvasElement }: { canvasElement: HTMLElement }) => {
    const trigger = canvasElement.querySelector('button');
    trigger?.focus();
    trigger?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  },
};

export const Labels = () => (
  <Story title="Price tags and keys">
    <Group title="price tags">
      <PriceTag>{t('video.quote', { count: 24, total: '$48.00' })}</PriceTag>
      <PriceTag tone="free">$5.00</PriceTag>
      <PriceTag tone="strong" className="text-xl">
        $50
      </PriceTag>
    </Group>
    <Group title="keys">
      <Kbd>K</Kbd> <Kbd>Ctrl</Kbd> <Kbd>←</Kbd> <Kbd>Esc</Kbd>
    </Group>
  </Story>
);
