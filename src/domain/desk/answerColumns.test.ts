import { expect, it } from 'vitest';
import type { Consumer } from '../documents/consumer.ts';
import type { Form, Question } from '../documents/form.ts';
import { newDocument } from '../documents/new.ts';
import { answerColumns } from './answerColumns.ts';

const form = (id: string, updatedAt: number, questions: Partial<Question>[]): Form =>
  newDocument('form', {
    ...{ _id: `form_${id}`, name: id, language: 'en', currency: 'chf', vat: 0, metadata: { updatedAt } },
    questions: questions.map((one) => ({ kind: 'text', mandatory: false, ...one })),
  } as never);
const consumer = (answers?: Record<string, string>): Consumer =>
  newDocument('consumer', {
    ...{ _id: 'consumer_a', metadata: {} },
    registration: { amount: 0, vat: 0, currency: 'chf', answers },
  } as never);

it('a question of several versions, or of two forms in the same words, is one column; what nobody answered is none', () => {
  const forms = [
    form('before', 1, [
      { id: 'bus', label: 'Bus?' },
      { id: 'old', label: 'Hat size' },
    ]),
    form('now', 3, [
      { id: 'bus', label: 'How do you come?' },
      { id: 'photo', kind: 'consent', label: 'Photographs' },
      { id: 'none', label: 'Nobody says' },
    ]),
    form('other', 2, [{ id: 'way', label: 'How do you come?' }]),
  ];
  const all = [consumer({ bus: 'Bus', photo: 'yes' }), consumer({ way: 'Train', old: '' }), consumer(), null];
  const columns = answerColumns(forms, all, 'Oui');
  expect(columns.map(({ heading }) => heading)).toEqual(['How do you come?', 'Photographs', 'Hat size']);
  expect(all.map((one) => columns.map((column) => column.of(one)))).toEqual([
    ['Bus', 'Oui', ''],
    ['Train', '', ''],
    ['', '', ''],
    ['', '', ''],
  ]);
});

it('days are days where a question asks for them, and what no spreadsheet program counts stays as it was written', () => {
  const asked = [
    form('a', 1, [
      { id: 'born', kind: 'date', label: 'Born' },
      { id: 'train', label: 'Train' },
    ]),
  ];
  const all = ['1990-05-01', '1895-05-01', ''].map((born) => consumer({ born, train: '2027-05-01' }));
  const [born, train] = answerColumns(asked, all, 'yes');
  expect(all.map((one) => [born?.of(one), born?.day(one), train?.day(one)])).toEqual([
    ['1990-05-01', 7425, null],
    ['1895-05-01', null, null],
    ['', null, null],
  ]);
});
