import { type SyntheticEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type VideoModelId, videoModel, videoModels } from '#shared/catalogue.ts';
import type { Size } from '#shared/size.ts';
import { type RatioFault, ratioSideMax, ratioStretchMax, readRatio } from '#shared/video/ratio.ts';
import { formatList } from '#web/lib/format-list.ts';
import { Button } from '#web/ui/button.tsx';
import { offersAnyRatio, ratioChoices } from './ratio-choices.ts';
import { RatioPicker } from './ratio-picker.tsx';

type Props = {
  value: string;
  onChange: (ratio: string) => void;
  model: VideoModelId;
  /** The list also offers the ratio of this photo. */
  photo?: Size | undefined;
  disabled?: boolean;
  look?: 'field' | 'chip';
  hasChevron?: boolean;
  className?: string;
};

/**
 * The ratio of a video (docs/spec.md 5.3): one of three standard ratios, the ratio of the photo, or a typed ratio. A ratio that the model
 * does not offer is disabled. If the model offers only a fixed list, the field for a typed ratio is also disabled and shows the reason.
 */
export function RatioField({ model, photo, value, ...props }: Props) {
  const renderCustomRatio = (pick: (ratio: string) => void) => <CustomRatio model={model} onSet={pick} />;
  return <RatioPicker {...props} value={value} choices={ratioChoices({ model, value, photo })} renderCustomRatio={renderCustomRatio} />;
}

/** A field for a ratio such as 4:5. A click on Set, or the key Enter, sets the ratio. If the text is invalid, shows the error. */
export function CustomRatio({ model, onSet }: { model: VideoModelId; onSet: (ratio: string) => void }) {
  const { t, i18n } = useTranslation();
  const id = useId();
  const [text, setText] = useState('');
  const [fault, setFault] = useState<RatioFault>();
  const isOffered = offersAnyRatio(model);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const result = readRatio(text);
    if ('ratio' in result) onSet(result.ratio);
    else setFault(result.fault);
  };
  return (
    <form onSubmit={submit} noValidate className="mt-1.5 border-t border-line px-2.5 pt-2.5 pb-1.5">
      <label htmlFor={id} className="mb-1 block text-sm text-muted">
        {t('ratio.custom')}
      </label>
      <div className="flex gap-2">
        <input
          id={id}
          value={text}
          disabled={!isOffered}
          autoComplete="off"
          placeholder="4:5"
          aria-invalid={fault !== undefined}
          aria-describedby={`${id}-note`}
          onChange={(event) => {
            setText(event.target.value);
            setFault(undefined);
          }}
          className="money h-9 w-full min-w-0 rounded-md border border-line-strong bg-surface px-3 text-ink transition-colors placeholder:text-muted enabled:hover:border-ink disabled:border-line disabled:bg-paper aria-invalid:border-danger"
        />
        <Button type="submit" size="small" disabled={!isOffered}>
          {t('ratio.set')}
        </Button>
      </div>
      <p id={`${id}-note`} role={fault ? 'alert' : undefined} className={`mt-1.5 text-sm ${fault ? 'text-danger' : 'text-muted'}`}>
        {fault
          ? t(`ratio.fault.${fault}`, { max: ratioSideMax, times: ratioStretchMax })
          : isOffered
            ? t('ratio.custom_hint')
            : t('ratio.only', {
                model: videoModel(model)?.displayName,
                ratios: formatList(videoModel(model)?.specs.aspectRatios ?? [], i18n.language),
                other: videoModels.find(({ specs }) => specs.anyRatio)?.displayName,
              })}
      </p>
    </form>
  );
}
