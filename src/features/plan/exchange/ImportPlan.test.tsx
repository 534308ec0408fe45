import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { session as sessionSchema, type Plan } from '#domain/documents/session.ts';
import { exportPlan } from '#domain/plan/editor/exchange.ts';
import { defaultPlan } from '#domain/plan/editor/templates.ts';
import { theatrePlan } from '#domain/testing/theatrePlan.ts';
import { sessionDoc, showScreen } from '#hooks/testing/screen.tsx';
import { ImportPlan } from './ImportPlan.tsx';

const session = sessionSchema.parse(sessionDoc('dinner', 'Dinner'));

async function show(language: 'en' | 'fr' = 'en') {
  const onTake = vi.fn<(plan: Plan) => void>();
  const view = await showScreen({
    screen: <ImportPlan session={session} current={defaultPlan} onTake={onTake} />,
    path: '/',
    language,
  });
  const choose = (content: string) => {
    const input = view.container.querySelector('input[type="file"]');
    if (input === null) throw new Error('no file input');
    const file = new File([content], 'plan.json', { type: 'application/json' });
    fireEvent.change(input, { target: { files: [file] } });
  };
  return { choose, onTake };
}

describe('the way in for plans', () => {
  it('takes a plan of its own at once', async () => {
    const { choose, onTake } = await show();
    choose(exportPlan(defaultPlan()));
    await waitFor(() => expect(onTake).toHaveBeenCalledWith(defaultPlan()));
  });

  it('tells what is lost of a foreign one, and takes it only when asked to', async () => {
    const { choose, onTake } = await show();
    choose(JSON.stringify(theatrePlan()));
    const dialog = await screen.findByRole('dialog', { name: 'Import “Théâtre du Lac”' });
    for (const text of [
      '14 tables · 237 seats',
      'The seats of one row are numbered anew from 1: 3',
      '3 rows get other numbers, because their own are taken: Balcony 1, Balcony 2, Balcony 3',
      '1 area becomes a rectangle.',
      '1 piece of writing on the plan is left out: Emergency exit',
    ]) {
      expect(dialog.textContent).toContain(text);
    }
    expect(onTake).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('button', { name: 'Import' }));
    await waitFor(() => expect(onTake).toHaveBeenCalledOnce());
    // After the two tables that there are: nobody's seat comes to mean another.
    expect(Object.keys(onTake.mock.calls[0]?.[0].state.tables ?? {})[0]).toBe('2');
  });

  it('says in French why a file is refused, and forgets it once another one is right', async () => {
    const { choose, onTake } = await show('fr');
    choose('{');
    expect((await screen.findByText(/JSON/)).textContent).toBe(
      'Ce fichier n’est pas un plan\u00a0: il ne peut pas être lu comme du JSON.',
    );
    choose('{ "zones": [{ "rows": [{}] }] }');
    expect((await screen.findByText(/pretix n’est pas valide/)).textContent).toContain(
      'zones.0.rows.0.row_number, zones.0.rows.0.seats',
    );
    expect(onTake).not.toHaveBeenCalled();
    choose(JSON.stringify(defaultPlan()));
    await waitFor(() => expect(onTake).toHaveBeenCalledOnce());
    expect(screen.queryByText(/pretix n’est pas valide/)).toBeNull();
  });
});
