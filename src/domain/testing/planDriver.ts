import type { PlanTable } from '../documents/session.ts';
import { addTable, editTables, type TableFields } from '../plan/editor/edits.ts';
import { beginPlacing, move, press, release, type Keys, type Grip } from '../plan/editor/gestures.ts';
import { pressKey } from '../plan/editor/keys.ts';
import { cancelled, startEditor, type EditorState } from '../plan/editor/model.ts';
import { defaultPlan, TABLE_TEMPLATES } from '../plan/editor/templates.ts';
import type { Point } from '../plan/geometry.ts';
import { tableAt } from '../plan/hit.ts';

/** Drives the plan editor as a hand would, without a screen. */
export class PlanDriver {
  state: EditorState;
  constructor(plan = defaultPlan()) {
    this.state = startEditor(plan);
  }
  get ids(): string[] {
    return Object.keys(this.state.plan.state.tables);
  }
  table(id: string): PlanTable {
    const table = this.state.plan.state.tables[id];
    if (table === undefined) throw new Error(`no table ${id}`);
    return table;
  }
  at(id: string): Point {
    return this.table(id).position;
  }
  down(at: Point, keys: Keys = {}, handle?: 'scale' | 'rotate'): this {
    const tableId = tableAt(this.state.plan, at);
    const ground: Grip = tableId === null ? { type: 'ground' } : { type: 'table', tableId };
    this.state = press(this.state, handle === undefined ? ground : { type: handle }, at, keys);
    return this;
  }
  to(at: Point, keys: Keys = {}): this {
    this.state = move(this.state, at, keys);
    return this;
  }
  up(outside = false): this {
    this.state = release(this.state, outside);
    return this;
  }
  drag(from: Point, to: Point, keys: Keys = {}, handle?: 'scale' | 'rotate'): this {
    return this.down(from, keys, handle).to(to, keys).up(keys.outside);
  }
  click(at: Point, keys: Keys = {}): this {
    return this.down(at, keys).up();
  }
  /** `press('ctrl+shift+z')` */
  press(shortcut: string): this {
    const parts = shortcut.split('+');
    const key = parts.at(-1) ?? '';
    const held = { key, ctrl: parts.includes('ctrl'), shift: parts.includes('shift') };
    this.state = pressKey(this.state, held) ?? this.state;
    return this;
  }
  template(index: number): (typeof TABLE_TEMPLATES)[number] {
    return TABLE_TEMPLATES[index % TABLE_TEMPLATES.length] ?? TABLE_TEMPLATES[0];
  }
  add(index: number): this {
    this.state = addTable(this.state, this.template(index));
    return this;
  }
  pick(index: number, at: Point): this {
    this.state = beginPlacing(this.state, this.template(index), at);
    return this;
  }
  edit(fields: TableFields): this {
    this.state = editTables(this.state, this.state.selection, fields);
    return this;
  }
  cancel(): this {
    this.state = cancelled(this.state);
    return this;
  }
}
