import { act, render, screen } from '@testing-library/react';
import { Component, Suspense, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lazyPart } from './lazyPart.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

class Boundary extends Component<{ children: ReactNode }, { cause: Error | null }> {
  override state = { cause: null as Error | null };

  static getDerivedStateFromError(cause: Error) {
    return { cause };
  }

  override render() {
    return this.state.cause === null ? this.props.children : <p>{this.state.cause.name}</p>;
  }
}
const Chart = () => <p>the chart</p>;
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

async function show(load: () => Promise<typeof Chart>) {
  const Part = lazyPart(load);
  render(
    <Boundary>
      <Suspense fallback={<p>waiting</p>}>
        <Part />
      </Suspense>
    </Boundary>,
  );
  await pass(0);
}

it('[ERROR-26] a part of a screen that does not come at once is tried again, and the screen stays', async () => {
  const load = vi.fn<() => Promise<typeof Chart>>(async () => Chart);
  load.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await show(load);
  expect(screen.getByText('waiting')).toBeTruthy();
  await pass(500);
  expect(screen.getByText('the chart')).toBeTruthy();
});

it('[ERROR-26] it is given up after 120 s, by a ChunkLoadError', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await show(() => Promise.reject(new TypeError('Failed to fetch')));
  await pass(119_000);
  expect(screen.getByText('waiting')).toBeTruthy();
  await pass(2000);
  expect(screen.getByText('ChunkLoadError')).toBeTruthy();
});
