/**
 * Tells that a camera may be had that could not be before: it was allowed in the browser's own settings, which open beside the
 * page and hide nothing of it, or plugged in. Returns the end of it.
 */
export function onCameraNews(tell: () => void): () => void {
  const over = new AbortController();
  const { signal } = over;
  const { permissions, mediaDevices } = navigator as Partial<Pick<Navigator, 'permissions' | 'mediaDevices'>>;
  mediaDevices?.addEventListener?.('devicechange', tell, { signal });
  const hear = (status: PermissionStatus): void =>
    status.addEventListener('change', () => status.state !== 'denied' && tell(), { signal });
  // Not every browser tells of the camera's.
  permissions?.query({ name: 'camera' }).then(hear, () => undefined);
  return () => over.abort();
}
