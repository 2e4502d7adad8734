import { useTranslation } from 'react-i18next';
import { type PresetsProps, useBench, useBenchState } from './bench-context.tsx';

/** Presets that write the bulk prompt, if the tool has presets. If a preset replaces typed text, a toast can undo it. */
export function BulkPresets({ disabled, look }: Pick<PresetsProps, 'disabled' | 'look'>) {
  const { t } = useTranslation();
  const { tool, Presets } = useBench();
  const prompt = useBenchState(({ draft }) => draft.defaults.prompt);
  if (!Presets) return null;
  return (
    <Presets
      prompt={prompt}
      disabled={disabled}
      look={look}
      onChoose={(chosenPrompt, replacesText) =>
        tool.changeWithUndo(
          { type: 'defaultEdited', settings: { prompt: chosenPrompt } },
          replacesText ? { message: t('bench.prompt_replaced') } : {},
        )
      }
    />
  );
}
