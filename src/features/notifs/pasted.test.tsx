import { expect, it } from 'vitest';
import { pastedHtml } from './pasted.ts';

const point = (text: string, sign: string, level = 1) =>
  `<p class=MsoListParagraph style='margin-left:36pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>${sign}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>`;

it('the points of a list from Word are a list, nested and numbered as there', () => {
  const html = [
    '<p class=MsoNormal>Bring:</p>',
    ...[point('a <b>coat</b>', '·'), point('wool', 'o', 2), point('shoes', '·')],
    '<p class=MsoNormal>Then:</p>',
    ...[point('eat', '1.'), point('dance', '2.')],
  ].join('');
  expect(pastedHtml(html)).toBe(
    '<p>Bring:</p><ul><li>a <strong>coat</strong><ul><li>wool</li></ul></li><li>shoes</li></ul>' +
      '<p>Then:</p><ol><li>eat</li><li>dance</li></ol>',
  );
});

it('what a page says by style alone is said by tags: Google’s wrapper makes nothing bold', () => {
  const html =
    '<b style="font-weight:normal" id="docs-internal-guid-1"><p><span style="font-weight:400">Dear </span><span style="font-weight:700;font-style:italic">Ada</span>, ' +
    '<a href="https://example.org"><span style="text-decoration:underline">here</span></a></p></b>';
  expect(pastedHtml(html)).toBe(
    '<p>Dear <strong><em>Ada</em></strong>, <a href="https://example.org" rel="noopener noreferrer" target="_blank">here</a></p>',
  );
});

it('what reviewers said and took out of a text in Word stays there', () => {
  const html =
    "<p class=MsoNormal>It costs <del cite='mailto:Bo' datetime='2026-03-01T10:00'>50</del><ins cite='mailto:Bo' datetime='2026-03-01T10:00'>60</ins> francs" +
    "<span class=MsoCommentReference><span style='font-size:8.0pt'><a class=msocomanchor id='_anchor_1' href='#_msocom_1'>[B1]</a></span></span>, <s>not 70</s>.</p>" +
    "<div style='mso-element:comment-list'><hr class=msocomoff><div style='mso-element:comment'><p class=MsoCommentText>Too dear for them?</p></div></div>";
  expect(pastedHtml(html)).toBe('<p>It costs 60 francs, <s>not 70</s>.</p>');
});

it('a row of a table from Word is one line: when, and what; a table that lays out a page is not drawn together', () => {
  const cell = (text: string) =>
    `<td width=200 style='border:solid'><p class=MsoNormal>${text}<o:p></o:p></p></td>`;
  const rows = [
    ['18:00', 'Apéro'],
    ['19:00', '<b>Dinner</b>'],
    ['', 'End'],
  ];
  const html = `<table class=MsoTableGrid>${rows.map((row) => `<tr>${row.map(cell).join('')}</tr>`).join('')}</table>`;
  expect(pastedHtml(html)).toBe('<p>18:00 Apéro</p><p>19:00 <strong>Dinner</strong></p><p>End</p>');
  const page = '<table><tr><td><p>Menu</p></td><td><p>Dear all,</p><p>welcome.</p></td></tr></table>';
  expect(pastedHtml(page)).toBe('<p>Menu</p><p>Dear all,</p><p>welcome.</p>');
});
