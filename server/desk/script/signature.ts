/** A place to sign, with a finger or a mouse: a picture of it goes along in a field of the form. */
export function beginSigning(changed: () => void): void {
  const place = document.querySelector<HTMLElement>('#sign');
  const canvas = place?.querySelector('canvas');
  const field = place?.querySelector('input');
  const pen = canvas?.getContext('2d');
  if (!place || !canvas || !field || !pen) return;
  place.hidden = false;
  // Dark on white wherever it is read, also where the page is dark.
  pen.lineWidth = 3;
  pen.lineCap = pen.lineJoin = 'round';
  pen.strokeStyle = '#111';
  const clear = (): void => {
    pen.fillStyle = '#fff';
    pen.fillRect(0, 0, canvas.width, canvas.height);
  };
  clear();
  if (field.value !== '') {
    const picture = new Image();
    picture.addEventListener('load', () => pen.drawImage(picture, 0, 0));
    picture.src = field.value;
  }
  const at = ({ offsetX, offsetY }: PointerEvent): [number, number] => [
    (offsetX * canvas.width) / canvas.clientWidth,
    (offsetY * canvas.height) / canvas.clientHeight,
  ];
  let isDrawing = false;
  canvas.addEventListener('pointerdown', (event) => {
    isDrawing = true;
    canvas.setPointerCapture(event.pointerId);
    pen.beginPath();
    pen.moveTo(...at(event));
    pen.lineTo(...at(event));
    pen.stroke();
  });
  canvas.addEventListener('pointermove', (event) => {
    if (!isDrawing) return;
    pen.lineTo(...at(event));
    pen.stroke();
  });
  const end = (): void => {
    if (!isDrawing) return;
    isDrawing = false;
    field.value = canvas.toDataURL('image/png');
    changed();
  };
  canvas.addEventListener('pointerup', end);
  canvas.addEventListener('pointercancel', end);
  place.querySelector('button')?.addEventListener('click', () => {
    clear();
    field.value = '';
    changed();
  });
}
