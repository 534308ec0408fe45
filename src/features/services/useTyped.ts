import { useState } from 'react';
import { MASK } from '#domain/services/secrets.ts';
import type { SectionName, ServiceSections } from '#domain/services/settings.ts';
import type { FieldProblem, ServiceSettings } from './useServices.ts';

/** What is typed into a section's form, and what the server has against it. */
export function useTyped<S extends SectionName, Typed extends Record<string, unknown>>(
  section: S,
  service: ServiceSettings,
  begin: () => Typed,
  settingsOf: (typed: Typed) => ServiceSections[S],
) {
  const [typed, setTyped] = useState(begin);
  const [problem, setProblem] = useState<FieldProblem | null>(null);
  return {
    typed,
    set(change: Partial<Typed>): void {
      setTyped((before) => ({ ...before, ...change }));
      setProblem(null);
    },
    setProblem,
    problemOf: (field: keyof Typed & string): string | null =>
      problem?.field === field ? problem.text : null,
    async save(): Promise<void> {
      const done = await service.save(section, settingsOf(typed));
      setProblem(done.ok ? null : done.error);
      if (done.ok) setTyped((now) => withMasks(now, typed, done.value ?? {}));
    },
  };
}

/** A secret that is saved is not kept here: its mask takes its place, unless somebody went on typing. */
function withMasks<Typed extends Record<string, unknown>>(now: Typed, sent: Typed, saved: object): Typed {
  const masks = Object.entries(saved).filter(([name, value]) => value === MASK && now[name] === sent[name]);
  return { ...now, ...Object.fromEntries(masks) };
}
