import { useLayoutEffect, type RefObject } from 'react';
import { NO_GUIDES, type Guides } from '#domain/templates/editor/geometry.ts';
import { selectedBox, type EditedBox } from '#domain/templates/editor/model.ts';
import type { Boxes } from './useBoxEditor.ts';

/**
 * Shows where the box in hand is, and its guides, from one beginning and end of a gesture to the next: React draws at those, and
 * in between neither it nor the layout of hundreds of boxes has anything to do. What is moved is moved as a picture.
 */
export function useInHand(area: RefObject<HTMLElement | null>, { state, read, follow }: Boxes): void {
  const { gesture, guides: met } = state;
  useLayoutEffect(() => {
    const layer = area.current;
    if (layer === null) return undefined;
    const lines = {
      x: layer.querySelector<HTMLElement>('[data-guide="x"]'),
      y: layer.querySelector<HTMLElement>('[data-guide="y"]'),
    };
    const showGuides = ({ x, y }: Guides): void => {
      guide(lines.x, 'X', x[0]);
      guide(lines.y, 'Y', y[0]);
    };
    // Those of a key stay until something else is done.
    showGuides(met);
    if (gesture === null) return undefined;
    // One that is being drawn is not there before its first step.
    const element = (): HTMLElement | undefined =>
      [...layer.querySelectorAll<HTMLElement>('[data-box]')].find(
        ({ dataset }) => dataset['box'] === gesture.id,
      );
    let inHand = element();
    function show(): void {
      const now = read();
      const box = selectedBox(now);
      inHand ??= element();
      if (box === null || inHand === undefined) return;
      if (gesture?.kind !== 'move') place(inHand, box);
      else {
        const { x, y } = gesture.origin;
        inHand.style.willChange = 'transform';
        inHand.style.transform = `translate(${box.x - x}cqw, ${box.y - y}cqh)`;
      }
      showGuides(now.guides);
    }
    show();
    const leave = follow(show);
    return () => {
      leave();
      showGuides(NO_GUIDES);
      if (inHand === undefined) return;
      // React has written what it takes for new; what it takes for unchanged has been changed here.
      inHand.style.willChange = inHand.style.transform = '';
      const box = read().boxes.find(({ id }) => id === gesture.id);
      if (box !== undefined) place(inHand, box);
    };
  }, [area, gesture, met, read, follow]);
}

function place({ style }: HTMLElement, { x, y, width, height }: EditedBox): void {
  style.left = `${x}%`;
  style.top = `${y}%`;
  style.width = `${width}%`;
  style.height = `${height}%`;
}

function guide(line: HTMLElement | null, axis: 'X' | 'Y', at: number | undefined): void {
  if (line === null) return;
  line.style.opacity = at === undefined ? '0' : '1';
  if (at === undefined) return;
  const way = `${at}${axis === 'X' ? 'cqw' : 'cqh'}`;
  // Along the page's far edge it is seen within it.
  line.style.transform = `translate${axis}(${at < 100 ? way : `calc(${way} - 1px)`})`;
}
