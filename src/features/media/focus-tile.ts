/** Focuses the tile of an item, or else another one, or the screen's heading. */
export function focusTile(id?: number): void {
  const tile = document.querySelector<HTMLElement>(`.media-grid [data-key="${id}"]`)
  const place =
    tile ??
    document.querySelector<HTMLElement>('.media-grid [role=row]') ??
    document.querySelector<HTMLElement>('h1[tabindex]')
  if (!document.querySelector('[role=dialog]')) place?.focus({ preventScroll: tile !== null })
}
