import { MantineProvider } from '@mantine/core';
import { cleanup, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { PlanCanvas } from './PlanCanvas.tsx';

// jsdom draws nothing: konva's nodes are elements here that tell what they were given.
vi.mock('react-konva', () => {
  const group = ({ children }: { children?: ReactNode }) => <div>{children}</div>;
  const nothing = () => null;
  const Image = ({ opacity, width, height }: Record<string, number>) => (
    <output>{`${width} × ${height} at ${opacity}`}</output>
  );
  return { Stage: group, Layer: group, Shape: nothing, Rect: nothing, Image };
});
afterEach(cleanup);

const PLAN = { ratio: 1.6, state: { nextTableIndex: 0, tables: {} } };
const show = (background: CanvasImageSource | null) =>
  render(
    <MantineProvider env="test">
      <PlanCanvas plan={PLAN} label="Plan" background={background} />
    </MantineProvider>,
  );

it('the background picture fills the plan, at an opacity of 0.7 [PLAN-08, PLAN-13]', () => {
  expect(show(document.createElement('canvas')).getByRole('status').textContent).toBe('160 × 100 at 0.7');
  cleanup();
  expect(show(null).queryByRole('status')).toBeNull();
});
