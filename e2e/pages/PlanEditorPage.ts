import { expect, type Locator } from '@playwright/test';
import type { Device } from '../support/device.ts';

/** Of the view around the whole plan, plan units. */
const EDGE = 3;

export class PlanEditorPage {
  readonly canvas: Locator;
  readonly save: Locator;
  readonly status: Locator;
  private readonly device: Device;

  constructor(device: Device) {
    const { page, t } = device;
    this.device = device;
    this.canvas = page.getByRole('region', { name: t('planEditor.canvas') });
    this.save = page.getByRole('button', { name: t('planEditor.save'), exact: true });
    this.status = page.getByRole('status').first();
  }
  async open(eventId: string, sessionId: string): Promise<void> {
    await this.device.open(`/event/${eventId}/session/${sessionId.replace('session_', '')}/plan/edit`);
    await expect(this.canvas).toBeVisible();
  }
  template(type: 'circle' | 'rectangle' | 'semicircle' | 'single', count: number): Locator {
    const { page, t } = this.device;
    const name = t('planEditor.addTemplate', { type: t(`planEditor.type.${type}`), count });
    return page.getByRole('button', { name });
  }
  tool(id: 'undo' | 'redo' | 'duplicate' | 'remove'): Locator {
    const { page, t } = this.device;
    return page.getByRole('button', { name: t(`planEditor.command.${id}`), exact: true });
  }
  tables(): Locator {
    return this.device.page.getByRole('button', { name: /^Table \w+/, exact: false });
  }
  table(label: string | number): Locator {
    return this.device.page.getByRole('button', { name: new RegExp(`^Table ${label}\\b`) });
  }
  field(key: 'number' | 'name' | 'seatCount' | 'x' | 'y'): Locator {
    return this.device.page.getByRole('textbox', { name: this.device.t(`planEditor.${key}`), exact: true });
  }
  /** Where a point of a plan of the usual ratio is in the window while the whole plan is seen. */
  async at(x: number, y: number): Promise<{ x: number; y: number }> {
    const box = await this.canvas.boundingBox();
    if (box === null) throw new Error('no canvas');
    const scale = Math.min(box.width / (160 + 2 * EDGE), box.height / (100 + 2 * EDGE));
    return {
      x: box.x + box.width / 2 + (x - 80) * scale,
      y: box.y + box.height / 2 + (y - 50) * scale,
    };
  }
  async drag(from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
    const { mouse } = this.device.page;
    await mouse.move(from.x, from.y);
    await mouse.down();
    await mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2);
    await mouse.move(to.x, to.y);
    await mouse.up();
  }
}
