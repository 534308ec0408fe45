import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Question } from '../documents/form.ts';
import { askedQuestions, judgedAnswers } from './answers.ts';

const question = (id: string, more: Partial<Question> = {}): Question => ({
  ...{ id, kind: 'text', label: id, mandatory: false },
  ...more,
});
const BUS = question('bus', { kind: 'choice', choices: ['Bus', 'Train'], mandatory: true });
const STOP = question('stop', { mandatory: true, showIf: { questionId: 'bus', is: 'Bus' } });
const CONSENT = question('photo', { kind: 'consent' });
const NAME = question('name', { showIf: { questionId: 'photo', is: 'yes' } });
const idsOf = (questions: readonly Question[]) => questions.map(({ id }) => id);

describe('own questions of a form', () => {
  it('one that waits for an answer is asked where that was given, and only while that question is asked', () => {
    const all = [BUS, STOP, question('gate', { showIf: { questionId: 'stop', is: 'A' } })];
    expect(idsOf(askedQuestions(all, {}))).toEqual(['bus', 'gate']);
    expect(idsOf(askedQuestions(all, { bus: 'Bus' }))).toEqual(['bus', 'stop', 'gate']);
    const third = question('third', { showIf: { questionId: 'second', is: 'x' } });
    const second = question('second', {
      ...{ kind: 'choice', choices: ['x'], showIf: { questionId: 'bus', is: 'Bus' } },
    });
    const answers = { bus: 'Train', second: 'x' };
    expect(idsOf(askedQuestions([BUS, second, third], answers))).toEqual(['bus']);
    expect(idsOf(askedQuestions([BUS, second, third], { ...answers, bus: 'Bus' }))).toHaveLength(3);
  });

  it('waits for nothing where the answer is none that could be given, or stands later', () => {
    const lost = question('lost', { showIf: { questionId: 'bus', is: 'Boat' } });
    expect(idsOf(askedQuestions([BUS, lost], {}))).toEqual(['bus', 'lost']);
    expect(idsOf(askedQuestions([STOP, BUS], {}))).toEqual(['stop', 'bus']);
  });

  it('an answer must be there where it must, and be one of those that there are', () => {
    const all = [BUS, STOP, CONSENT, NAME, question('day', { kind: 'date' })];
    const judge = (answers: Record<string, string>) => judgedAnswers(all, answers);
    expect(judge({})).toEqual({ ok: false, error: ['bus'] });
    expect(judge({ bus: 'Boat' })).toEqual({ ok: false, error: ['bus'] });
    expect(judge({ bus: 'Bus', stop: ' ' })).toEqual({ ok: false, error: ['stop'] });
    expect(judge({ bus: 'Train', day: '2027-02-30' })).toEqual({ ok: false, error: ['day'] });
    expect(judge({ bus: 'Train', photo: 'no' })).toEqual({ ok: false, error: ['photo'] });
    expect(judge({ bus: 'Train', other: 'x' })).toEqual({ ok: false, error: ['other'] });
    // What was answered before another answer made it disappear is no part of it.
    expect(judge({ bus: 'Train', stop: 'Gare', photo: '', name: 'x', day: '2027-02-28' })).toEqual({
      ...{ ok: true, value: { bus: 'Train', day: '2027-02-28' } },
    });
    expect(judge({ bus: ' Bus ', stop: 'Gare', photo: 'yes', name: 'x' })).toMatchObject({
      value: { bus: 'Bus', stop: 'Gare', photo: 'yes', name: 'x' },
    });
  });

  it('a question may be called like what every object has', () => {
    const all = ['constructor', 'toString'].map((id) => question(id));
    expect(judgedAnswers(all, {})).toEqual({ ok: true, value: {} });
    expect(judgedAnswers(all, { constructor: 'x' })).toEqual({ ok: true, value: { constructor: 'x' } });
  });

  it('answers that were judged are judged the same again, and are all to questions that are asked', () => {
    const all = [BUS, STOP, CONSENT, NAME];
    const some = fc.constantFrom('', 'Bus', 'Train', 'yes', 'x');
    const record = fc.record({ bus: some, stop: some, photo: some, name: some });
    fc.assert(
      fc.property(record, (answers) => {
        const judged = judgedAnswers(all, answers);
        if (!judged.ok) return;
        expect(judgedAnswers(all, judged.value)).toEqual(judged);
        const asked = new Set(idsOf(askedQuestions(all, answers)));
        expect(Object.keys(judged.value).filter((id) => !asked.has(id))).toEqual([]);
      }),
    );
  });
});
