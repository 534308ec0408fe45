/** A one-page A4 PDF with a few lines of text: the smallest that every viewer opens. Latin-1 text only. */
export function tinyPdf(lines: readonly string[]): Uint8Array {
  const text = lines.map((line, index) => {
    const size = index === 0 ? 28 : 14;
    return `BT /F1 ${size} Tf 72 ${740 - index * 36} Td (${escape(line)}) Tj ET`;
  });
  const content = text.join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  body +=
    `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}` +
    `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
  return Uint8Array.from(body, (character) => character.charCodeAt(0));
}

/** Everything outside ASCII as an octal escape, so that a character is always one byte. */
function escape(line: string): string {
  return line.replaceAll(
    /[\\()]|[^ -~]/g,
    (character) =>
      `\\${/[\\()]/.test(character) ? character : character.charCodeAt(0).toString(8).padStart(3, '0')}`,
  );
}

/** As an inline attachment of a document. */
export function pdfAttachment(lines: readonly string[]): { content_type: string; data: string } {
  return { content_type: 'application/pdf', data: Buffer.from(tinyPdf(lines)).toString('base64') };
}
