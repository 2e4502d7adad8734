import type { ReactNode, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Kbd } from '#web/ui/kbd.tsx';

type Props = {
  panel: RefObject<HTMLElement | null>;
  info: ReactNode;
  decisions: ReactNode;
  /** The button that orders all marked results. */
  order: ReactNode;
  isVideo: boolean;
  shortcuts: boolean;
  canEditPrompt: boolean;
};

/** In wide windows, the panel beside the display area: the details of the current result, and the buttons with their shortcuts. */
export function SidePanel({ panel, info, decisions, order, isVideo, shortcuts, canEditPrompt }: Props) {
  const { t } = useTranslation();
  return (
    <aside ref={panel} aria-label={t('review.panel')} className="row-span-2 flex min-h-0 flex-col bg-surface text-ink">
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-6 py-5">{info}</div>
      <div className="border-t border-line bg-sand/40 px-6 pt-4 pb-5">
        {decisions}
        {order}
        <p className="mt-3.5 flex flex-wrap items-center gap-x-3.5 gap-y-2 text-sm text-muted [@media(height<36rem)]:hidden">
          <Hint keys={['←', '→']}>{t('review.key_turn')}</Hint>
          {isVideo && <Hint keys={[t('review.key_space')]}>{t('review.key_play')}</Hint>}
          {shortcuts && canEditPrompt && <Hint keys={['E']}>{t('review.key_prompt')}</Hint>}
          <Hint keys={['Esc']}>{t('review.key_close')}</Hint>
        </p>
      </div>
    </aside>
  );
}

const Hint = ({ keys, children }: { keys: string[]; children: ReactNode }) => (
  <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
    {keys.map((key) => (
      <Kbd key={key}>{key}</Kbd>
    ))}
    {children}
  </span>
);
