import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './button.tsx';

type Tone = 'info' | 'success' | 'warning' | 'danger';

const tones = {
  info: { Icon: Info, colors: 'bg-sand text-ink', icon: 'text-muted' },
  success: { Icon: CircleCheck, colors: 'bg-success-soft text-ink', icon: 'text-success' },
  warning: { Icon: TriangleAlert, colors: 'bg-brass-soft text-ink', icon: 'text-brass' },
  danger: { Icon: CircleAlert, colors: 'bg-danger-soft text-ink', icon: 'text-danger' },
};

type Props = {
  tone: Tone;
  title?: ReactNode;
  /** Buttons or links below the text. */
  actions?: ReactNode;
  onDismiss?: () => void;
  className?: string;
  children?: ReactNode;
};

/** A message in the page that stays while its reason exists. Screen readers read a message of the kind danger immediately. */
export function Alert({ tone, title, actions, onDismiss, className = '', children }: Props) {
  const { t } = useTranslation();
  const { Icon, colors, icon } = tones[tone];
  return (
    <div
      role={tone === 'danger' ? 'alert' : undefined}
      className={`flex items-start gap-3 rounded-lg py-3 ps-4 ${onDismiss ? 'pe-2' : 'pe-4'} ${colors} ${className}`}
    >
      <Icon aria-hidden className={`mt-0.5 size-5 shrink-0 ${icon}`} />
      <div className="min-w-0 flex-1 text-pretty">
        {title !== undefined && <p className="font-semibold">{title}</p>}
        {children}
        {actions !== undefined && <div className="mt-2 flex flex-wrap gap-2">{actions}</div>}
      </div>
      {onDismiss && (
        <IconButton label={t('common.dismiss')} onClick={onDismiss} className="-my-1.5">
          <X aria-hidden className="size-4" />
        </IconButton>
      )}
    </div>
  );
}
