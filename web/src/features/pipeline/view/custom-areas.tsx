import { Plus, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { focusAreaCharactersMax } from '#shared/pipeline/focus-areas.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { change, isLocked, store, usePipeline } from '../store/core.ts';

/** The areas that the seller has described: an input field, and a chip for each area. */
export function CustomAreas() {
  const { t } = useTranslation();
  const custom = usePipeline(({ setup }) => setup.custom);
  const locked = usePipeline(isLocked);
  const text = usePipeline(({ setup }) => setup.typedArea);
  const isReopened = usePipeline(({ isAreaReopened, isRunKnown, restored }) => isAreaReopened && isRunKnown && restored);
  const field = useRef<HTMLInputElement>(null);
  const add = () => {
    if (text.trim() !== '') change({ type: 'areaAdded' });
  };
  useEffect(() => {
    if (!isReopened) return;
    store.setState({ isAreaReopened: false });
    // When the setup appears, the page moves the focus to its top. The field takes the focus after that.
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.select();
    });
  }, [isReopened]);
  const addOnEnter = (event: KeyboardEvent) => {
    // In some languages, users type several keys for one word and confirm the word with Enter. This Enter must not add the area.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    add();
  };
  const remove = (area: string) => {
    change({ type: 'areaRemoved', area });
    field.current?.focus();
  };
  return (
    <div className="min-w-0">
      <Field label={t('pipeline.custom')} action={<span className="text-muted touch:hidden">{t('pipeline.custom_hint')}</span>}>
        {(control) => (
          <div className="flex gap-2">
            <Input
              {...control}
              ref={field}
              value={text}
              maxLength={focusAreaCharactersMax}
              disabled={locked}
              placeholder={t('pipeline.custom_example')}
              onChange={({ target }) => change({ type: 'areaTyped', text: target.value })}
              onKeyDown={addOnEnter}
              onBlur={add}
              // The page scrolls, because otherwise the bar would cover the focused field.
              className="scroll-mb-24"
            />
            <Button disabled={locked} aria-label={t('pipeline.custom_add_label')} className="min-w-11 shrink-0" onClick={add}>
              <Plus aria-hidden className="size-4" />
              <span className="max-tablet:hidden">{t('pipeline.custom_add')}</span>
            </Button>
          </div>
        )}
      </Field>
      {custom.length > 0 && (
        <ul aria-label={t('pipeline.custom_list')} className="mt-2 flex flex-wrap gap-2">
          {custom.map((area) => (
            <li key={area} className="flex max-w-full items-center rounded-full bg-accent-soft ps-3.5">
              <span className="min-w-0 wrap-anywhere">{area}</span>
              <button
                type="button"
                disabled={locked}
                aria-label={t('pipeline.custom_remove', { area })}
                onClick={() => remove(area)}
                className="grid size-9 shrink-0 place-items-center rounded-full text-muted enabled:hover:text-ink touch:size-11"
              >
                <X aria-hidden className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
