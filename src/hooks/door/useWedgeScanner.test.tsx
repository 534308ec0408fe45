import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { ScannedCode } from '#domain/checkins/wedge.ts';
import { useWedgeScanner } from './useWedgeScanner.ts';

function Door({ onCode }: { onCode: (code: ScannedCode) => void }) {
  useWedgeScanner(onCode);
  return (
    <>
      <input aria-label="search" />
      <input type="checkbox" role="switch" aria-checked={false} aria-label="stay" readOnly />
    </>
  );
}

/** A scanner whose keys come 120 ms apart, as over a slow radio. */
function scans(code: string, target: HTMLElement): void {
  let at = 0;
  for (const key of [...code.split(''), 'Enter']) {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    Object.defineProperty(event, 'timeStamp', { value: (at += 120) });
    fireEvent(target, event);
  }
}

it('a lagging scanner is heard whole where a switch has the focus; in a field such keys are people’s', () => {
  const onCode = vi.fn<(code: ScannedCode) => void>();
  render(<Door onCode={onCode} />);
  scans('G0291-02', screen.getByRole('switch'));
  expect(onCode.mock.calls).toEqual([[{ typed: 'G0291-02', meant: null }]]);
  scans('G0298-01', screen.getByRole('textbox'));
  expect(onCode).toHaveBeenCalledTimes(1);
});
