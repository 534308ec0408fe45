import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LeafGroups, leafGroup, typeOfGroup } from './leaves.ts';

const rows = fc.uniqueArray(
  fc.record({
    id: fc.integer({ min: 0, max: 500 }).map((n) => `client_${n}`),
    revs: fc.uniqueArray(fc.constantFrom('1-a', '2-b', '2-c', '3-d'), { minLength: 1 }),
  }),
  { selector: ({ id }) => id },
);

it('fingerprints stand for what is held, whatever came and went in which order', () => {
  fc.assert(
    fc.property(rows, rows, (kept, gone) => {
      const straight = new LeafGroups();
      for (const { id, revs } of kept) straight.add(id, revs);
      const detour = new LeafGroups();
      for (const { id, revs } of gone) detour.add(`x${id}`, revs);
      for (const { id, revs } of kept.toReversed()) detour.add(id, revs.toReversed());
      for (const { id, revs } of gone) detour.remove(`x${id}`, revs);
      expect(detour.fingerprints()).toEqual(straight.fingerprints());
    }),
  );
});

it('one revision more or less shows in the group of its document and in no other', () => {
  const ids = Array.from({ length: 2000 }, (_, index) => `client_${index}`);
  const full = new LeafGroups();
  const lacking = new LeafGroups();
  for (const id of ids) {
    full.add(id, ['1-a']);
    if (id !== 'client_1234') lacking.add(id, ['1-a']);
  }
  const [there, here] = [full.fingerprints(), lacking.fingerprints()];
  const differing = Object.keys(there).filter((group) => there[group] !== here[group]);
  expect(differing).toEqual([leafGroup('client_1234')]);
  expect(Object.keys(there).length).toBeGreaterThan(100);
});

it('a group tells its type', () => {
  expect(typeOfGroup(leafGroup('client_1'))).toBe('client');
  expect(typeOfGroup(leafGroup('what-is-this'))).toBe('other');
});
