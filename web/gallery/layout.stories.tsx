import { Check, Plus } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import { FileName } from '#web/ui/file-name.tsx';
import { FittingText } from '#web/ui/fitting-text.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { PageWidth } from '#web/ui/page-width.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { Group } from './group.tsx';
import { t } from './texts.ts';

export default { title: 'Layout' };

const tag = (text: string) => (
  <>
    <Check aria-hidden className="size-4 text-success" />
    {text}
  </>
);

const view = (
  <Segmented
    label={t('video.switch')}
    value="batch"
    onChange={() => undefined}
    options={[
      { value: 'single', label: t('video.switch_single') },
      { value: 'batch', label: t('video.switch_batch') },
    ]}
  />
);

export const PageHeaders = () => (
  <PageWidth className="px-0 tablet:px-0">
    <PageHeader title={t('video.title')} subtitle={t('video.subtitle')} side={view} />
    <PageHeader
      title={t('single.title')}
      subtitle={t('single.subtitle')}
      tags={[tag(t('single.tag_ratio')), tag(t('single.tag_platform')), tag(t('single.tag_ai'))]}
    />
    <PageHeader compact title={t('video.title')} subtitle={t('batch.cards_count', { count: 24, max: 100 })} side={view} />
  </PageWidth>
);

export const FileNames = () => (
  <>
    <h1 className="mb-6 text-3xl font-semibold">File names</h1>
    <Group title="with enough space, with little space, and short" className="grid max-w-xs gap-2">
      <FileName name="bag-front-view-leather-camel-03.jpg" />
      <FileName name="bag-front-view-leather-camel-03.jpg" className="w-36 font-semibold" />
      <FileName name="hat.jpg" className="w-36" />
    </Group>
  </>
);

export const FittingTexts = () => (
  <>
    <h1 className="mb-6 text-3xl font-semibold">Fitting texts</h1>
    <Group title="in a box for two and a half lines, and in a box for all lines" className="grid max-w-xs gap-4">
      <FittingText className="block h-15">{t('image.preset_prompt.marble')}</FittingText>
      <FittingText className="block h-60">{t('image.preset_prompt.marble')}</FittingText>
    </Group>
  </>
);

export const Panels = () => (
  <>
    <h1 className="mb-6 text-3xl font-semibold">Panels</h1>
    <Group title="with a title, a hint and actions" className="grid max-w-4xl gap-4 tablet:grid-cols-2">
      <Panel
        title={t('batch.bulk_title')}
        hint={t('video.subtitle')}
        actions={
          <Button size="small">
            <Plus aria-hidden className="size-4" />
            {t('video.add_item')}
          </Button>
        }
      >
        <p>{t('video.nothing_to_create')}</p>
      </Panel>
      <Panel title={t('account.balance')}>
        <p className="money font-display text-4xl font-semibold">$43.00</p>
      </Panel>
    </Group>
    <Group title="without a title; without padding" className="grid max-w-4xl items-start gap-4 tablet:grid-cols-2">
      <Panel as="div" padding="small">
        {t('account.from_google')}
      </Panel>
      <Panel as="div" padding="none">
        <p className="rounded-t-lg bg-sand px-5 py-2 text-sm text-muted">{t('history.receipt.title')}</p>
        <p className="px-5 py-3">{t('history.receipt.charged')}</p>
        <p className="border-t border-line px-5 py-3">{t('history.receipt.released')}</p>
      </Panel>
    </Group>
  </>
);
