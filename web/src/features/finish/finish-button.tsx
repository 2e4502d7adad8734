import { Store } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import { useFinish } from './use-finish.tsx';

type Props = { kind: 'video' | 'image'; results: readonly string[] };

export function FinishButton({ kind, results }: Props) {
  const { label, open, dialog } = useFinish(kind, results);
  return (
    <>
      <Button size="small" onClick={open}>
        <Store aria-hidden className="size-4" />
        {label}
      </Button>
      {dialog}
    </>
  );
}
