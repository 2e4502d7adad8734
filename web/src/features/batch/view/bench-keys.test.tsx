// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { batchVideo } from '#web/features/video/batch-tool.ts';
import { renderWithTexts } from '#web/ui/render.test-support.tsx';
import { asAnyTool, type Bench, BenchProvider } from './bench-context.tsx';
import { useBenchKeys } from './bench-keys.ts';

const onHelp = vi.fn();

function Page() {
  useBenchKeys({ onHelp, onUndo: () => undefined });
  return (
    <>
      <input type="radio" aria-label="Rows" />
      <textarea aria-label="Prompt" />
    </>
  );
}

test('a shortcut works while a radio button has the focus, but not while a text field has the focus', () => {
  renderWithTexts(
    <BenchProvider bench={{ tool: asAnyTool(batchVideo) } as Bench}>
      <Page />
    </BenchProvider>,
  );
  fireEvent.keyDown(screen.getByLabelText('Prompt'), { key: '?' });
  expect(onHelp).not.toHaveBeenCalled();
  fireEvent.keyDown(screen.getByLabelText('Rows'), { key: '?' });
  expect(onHelp).toHaveBeenCalledOnce();
});
