import type { ComponentProps, ReactNode } from 'react';
import { Button } from './button.tsx';
import { Tooltip } from './tooltip.tsx';

type Props = Omit<ComponentProps<typeof Button>, 'children'> & {
  icon: ReactNode;
  label: string;
  /** Classes of the label, for example to hide it in a narrow card. */
  labelClass?: string;
  price: string;
  /** Text for screen readers after the price, such as the name of a card. */
  about?: string;
  /** The reason why the action cannot start yet. The button then looks disabled, but a click still works, because it offers a solution. */
  obstacle?: string | undefined;
};

/** A button for an action that costs money: an icon, the label, a thin line, and the price. */
export const PricedButton = ({ icon, label, labelClass = '', price, about, obstacle, size = 'small', className = '', ...rest }: Props) => (
  <Tooltip text={obstacle}>
    <Button
      size={size}
      title={obstacle === undefined ? label : undefined}
      className={`[&>svg]:size-4 ${size === 'small' ? 'gap-1.5! px-2.5! text-sm!' : ''} ${obstacle === undefined ? '' : 'border-line! text-muted!'} ${className}`}
      {...rest}
    >
      {icon}
      <span className={labelClass}>{label}</span>
      <span className={`money border-s border-current/35 ps-1.5 ${obstacle === undefined ? '' : 'font-normal'}`}>{price}</span>
      {about !== undefined && <span className="sr-only">: {about}</span>}
      {obstacle !== undefined && <span className="sr-only">. {obstacle}</span>}
    </Button>
  </Tooltip>
);
