import { Ratio, Sparkles, Store } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '#web/ui/page-header.tsx';
import { ToolSwitch } from '../tool-switch.tsx';
import { SingleModel } from './single-model.tsx';
import { useSingle } from './use-single.ts';

/** Title, feature tags, model, and the link to the batch page (docs/spec.md 6.1). */
export function SingleHeader() {
  const { t } = useTranslation();
  const showsResults = useSingle(({ draft }) => draft.tab === 'results');
  const tags = [
    { icon: Ratio, label: t('single.tag_ratio') },
    { icon: Store, label: t('single.tag_platform') },
    { icon: Sparkles, label: t('single.tag_ai') },
  ].map(({ icon: Icon, label }) => (
    <span key={label} className="flex items-center gap-1.5">
      <Icon aria-hidden className="hidden size-3.5 text-accent-text 2xl:block" />
      {label}
    </span>
  ));
  return (
    <PageHeader
      compact
      // On phones, the results start directly below the title and the model.
      className={showsResults ? 'max-tablet:[&_h1+div]:hidden' : ''}
      title={t('single.title')}
      subtitle={t('single.subtitle')}
      tags={tags}
      side={
        <>
          <SingleModel />
          <ToolSwitch />
        </>
      }
    />
  );
}
