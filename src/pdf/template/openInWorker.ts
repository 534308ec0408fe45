import { browserFonts } from '../browserFonts.ts';
import type { RenderedFile, TemplateReply, TemplateRequest } from '../fileJob.ts';
import { compileTemplate, TemplateError, type CompiledTemplate } from './compile.ts';
import { layOver } from './overlay.ts';
import { renderBatch } from './render.ts';

/* The template that this worker has open: it serves one. */
let opened: Promise<CompiledTemplate> | null = null;
const fonts = browserFonts();

export async function templateReply(request: TemplateRequest): Promise<TemplateReply> {
  if (request.kind === 'openTemplate') {
    opened = request.pdf.arrayBuffer().then((bytes) => compileTemplate(new Uint8Array(bytes)));
    try {
      const { pages } = await opened;
      // Needed by whatever is printed first; whoever asks for that finds out where they cannot be read.
      void fonts.prepare([]).catch(() => undefined);
      return { kind: 'opened', pages: pages.map(({ width, height }) => ({ width, height })) };
    } catch (error) {
      return { kind: 'refused', fault: error instanceof TemplateError ? error.code : 'unreadable' };
    }
  }
  const { number, batch } = request;
  try {
    if (opened === null) throw new Error('no template is open');
    const whole = { ...batch, template: await opened };
    if (request.kind === 'layOver') {
      const laid = await layOver(whole, fonts);
      return { kind: 'laid', number, document: laid.ok ? laid : { ...laid, areAway: fonts.areAway } };
    }
    const made = await renderBatch(whole, fonts);
    const documents = made.map((one): RenderedFile =>
      one.ok
        ? { ok: true, notices: one.notices, blob: new Blob([one.bytes()], { type: 'application/pdf' }) }
        : { ...one, areAway: fonts.areAway },
    );
    return { kind: 'rendered', number, documents };
  } catch (error) {
    return { kind: 'renderFailed', number, reason: String(error) };
  }
}
