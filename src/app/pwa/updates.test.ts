import { beforeEach, describe, expect, it, vi } from 'vitest';
import { watchTyping } from './typing.ts';
import { Updates, type Typing, type UpdateSource } from './updates.ts';

const source = { waiting: () => undefined, replaced: () => undefined } as Record<
  'waiting' | 'replaced',
  () => void
>;
const activate = vi.fn<() => void>();
const reload = vi.fn<() => void>();
const look = vi.fn<() => Promise<boolean>>();
let isTyped = false;

const typed: Typing = {
  held: () => isTyped,
  forget: () => void (isTyped = false),
};

function scene(typing = typed): Updates {
  const fake: UpdateSource = {
    onWaiting: (listener) => (source.waiting = listener),
    onReplaced: (listener) => (source.replaced = listener),
    onOfflineReady: () => undefined,
    activate,
    look,
  };
  return new Updates(fake, reload, typing);
}

beforeEach(() => vi.resetAllMocks());

describe('a new version', () => {
  it('waits for consent', () => {
    const updates = scene();
    updates.navigated('home');
    source.waiting();
    updates.navigated('event');
    expect(updates.state()).toBe('waiting');
    expect(activate).not.toHaveBeenCalled();
    updates.consent();
    expect(activate).toHaveBeenCalledOnce();
    expect(reload).not.toHaveBeenCalled();
    source.replaced();
    expect(reload).toHaveBeenCalledOnce();
  });

  it.each(['checkin', 'scan'] as const)(
    'never takes over on %s, but on the next navigation elsewhere',
    (route) => {
      const updates = scene();
      updates.navigated('home');
      source.waiting();
      updates.navigated(route);
      updates.consent();
      expect(activate).not.toHaveBeenCalled();
      updates.navigated('session');
      expect(activate).toHaveBeenCalledOnce();
    },
  );

  it('taken over from another tab does not reload a door before it leaves', () => {
    const updates = scene();
    updates.navigated('checkin');
    source.replaced();
    expect(reload).not.toHaveBeenCalled();
    updates.navigated('session');
    expect(reload).toHaveBeenCalledOnce();
  });

  it('taken over from another tab does not throw away what is typed on the page of this one', () => {
    const updates = scene();
    updates.navigated('userNew');
    isTyped = true;
    source.replaced();
    expect(reload).not.toHaveBeenCalled();
    updates.navigated('users');
    expect(reload).toHaveBeenCalledOnce();
  });

  it('agreed to beside what is typed comes with the next page, and that is known', () => {
    const updates = scene();
    updates.navigated('userNew');
    source.waiting();
    isTyped = true;
    updates.consent();
    expect(activate).not.toHaveBeenCalled();
    expect(updates.isPutOff()).toBe(true);
    updates.navigated('users');
    expect(activate).toHaveBeenCalledOnce();
    expect(updates.isPutOff()).toBe(false);
  });

  it('waits for work that the browser would ask about, a plan that was dragged or an import that runs, and has nobody asked', () => {
    const ask = (event: Event): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    try {
      const updates = scene(watchTyping(window));
      updates.navigated('planEdit');
      source.replaced();
      expect(reload).not.toHaveBeenCalled();
    } finally {
      window.removeEventListener('beforeunload', ask);
    }
    const updates = scene(watchTyping(window));
    updates.navigated('planEdit');
    source.replaced();
    expect(reload).toHaveBeenCalledOnce();
  });

  it('can be put off', () => {
    const updates = scene();
    updates.navigated('home');
    source.waiting();
    updates.postpone();
    expect(updates.state()).toBe('none');
    updates.consent();
    expect(activate).not.toHaveBeenCalled();
  });

  it('is taken at once when somebody asked for it before it was here', async () => {
    const updates = scene();
    updates.navigated('home');
    look.mockResolvedValue(true);
    expect(await updates.want()).toBe(true);
    expect(activate).not.toHaveBeenCalled();
    source.waiting();
    expect(activate).toHaveBeenCalledOnce();
  });

  it('that is not to be had is said, and a later one only offered', async () => {
    const updates = scene();
    updates.navigated('home');
    look.mockResolvedValue(false);
    expect(await updates.want()).toBe(false);
    source.waiting();
    expect(updates.state()).toBe('waiting');
    expect(activate).not.toHaveBeenCalled();
    expect(await updates.want()).toBe(true);
    expect(activate).toHaveBeenCalledOnce();
  });
});
