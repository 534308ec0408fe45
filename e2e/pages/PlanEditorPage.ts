import { expect, type Locator } from '@playwright/test';
import type { Plan } from '#domain/documents/session.ts';
import type { CommandId } from '#domain/plan/editor/commands.ts';
import { handlesOf } from '#domain/plan/editor/handles.ts';
import { defaultPlan } from '#domain/plan/editor/templates.ts';
import { scaleOf, wholePlan } from '#domain/plan/viewport.ts';
import type { Device } from '../support/device.ts';

type FieldKey = 'number' | 'name' | 'group' | 'seatCount' | 'scale' | 'rotation' | 'x' | 'y';
interface Spot {
  x: number;
  y: number;
}

export class PlanEditorPage {
  readonly canvas: Locator;
  readonly save: Locator;
  private readonly device: Device;

  constructor(device: Device) {
    const { page, t } = device;
    this.device = device;
    this.canvas = page.getByRole('region', { name: t('planEditor.canvas') });
    this.save = page.getByRole('button', { name: t('planEditor.save'), exact: true });
  }
  async open(eventId: string, sessionId: string): Promise<void> {
    await this.device.open(`/event/${eventId}/session/${sessionId.replace('session_', '')}/plan/edit`);
    await expect(this.canvas).toBeVisible();
  }
  async saveAndSee(): Promise<void> {
    const { page, t } = this.device;
    await this.save.click();
    await expect(page.getByText(t('plan_update.save_success')).first()).toBeVisible();
    await expect(page.getByText(t('planEditor.unchanged'))).toBeVisible();
  }
  template(type: 'circle' | 'rectangle' | 'semicircle' | 'single', count: number): Locator {
    const { page, t } = this.device;
    const name = t('planEditor.addTemplate', { type: t(`planEditor.type.${type}`), count });
    return page.getByRole('button', { name });
  }
  tool(id: CommandId): Locator {
    return this.button(`planEditor.command.${id}`);
  }
  button(key: `planEditor.${string}`): Locator {
    return this.device.page.getByRole('button', {
      name: this.device.t(key as 'planEditor.plan'),
      exact: true,
    });
  }
  /** On a phone and a tablet the panels are in a sheet. */
  async openSheet(sheet: 'tableList' | 'details' | 'plan'): Promise<void> {
    await this.button(`planEditor.${sheet}`).click();
    await expect(this.device.page.getByRole('dialog')).toBeVisible();
  }
  async closeSheet(): Promise<void> {
    const dialog = this.device.page.getByRole('dialog');
    await dialog.getByRole('button', { name: this.device.t('common.close') }).click();
    await expect(dialog).toBeHidden();
  }
  tables(): Locator {
    const { page, t } = this.device;
    const title = page.getByRole('heading', { level: 2, name: t('planEditor.tableList'), exact: true });
    return page.locator('section').filter({ has: title }).getByRole('listitem').getByRole('button');
  }
  table(label: string | number): Locator {
    return this.device.page.getByRole('button', { name: new RegExp(`^Table ${label}\\b`) });
  }
  field(key: FieldKey): Locator {
    return this.device.page.getByRole('textbox', { name: this.device.t(`planEditor.${key}`), exact: true });
  }
  async expectSelected(count: number): Promise<void> {
    const name = this.device.t('planEditor.selected', { count });
    await expect(this.device.page.getByRole('heading', { name })).toBeVisible();
  }

  /** Where a point of a plan is in the window; `zoom` about the plan's middle. */
  async at(x: number, y: number, { plan = defaultPlan(), zoom = 1 } = {}): Promise<Spot> {
    const { left, top, size, scale } = await this.face(plan, zoom);
    const middle = wholePlan(plan);
    return {
      x: left + size.width / 2 + (x - middle.x) * scale,
      y: top + size.height / 2 + (y - middle.y) * scale,
    };
  }
  /** Where the handle of a selection is in the window. */
  async handle(kind: 'scale' | 'rotate', plan: Plan, selection: readonly string[]): Promise<Spot> {
    const { scale } = await this.face(plan, 1);
    const handles = handlesOf({ plan, selection }, 1 / scale);
    if (handles === null) throw new Error('nothing is selected');
    return this.at(handles[kind].x, handles[kind].y, { plan });
  }
  private async face(plan: Plan, zoom: number) {
    const box = await this.canvas.boundingBox();
    if (box === null) throw new Error('no canvas');
    // The border is not part of the drawing.
    const size = { width: box.width - 2, height: box.height - 2 };
    return { left: box.x + 1, top: box.y + 1, size, scale: scaleOf(plan, size, { zoom }) };
  }
  async drag(from: Spot, to: Spot): Promise<void> {
    const { mouse } = this.device.page;
    await mouse.move(from.x, from.y);
    await mouse.down();
    await mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2);
    await mouse.move(to.x, to.y);
    await mouse.up();
  }
}
