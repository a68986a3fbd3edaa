/** The localStorage key under which the text that was closed last is kept. */
export const announcementKey = 'industria-announcement'

export function closedAnnouncement(): string | null {
  try {
    return localStorage.getItem(announcementKey)
  } catch {
    return null
  }
}

/** The page is for all visitors; what this one has closed before goes before it is painted, or soon after. */
export function hideClosedAnnouncement(): void {
  const shown = document.querySelector<HTMLElement>('.announcement')
  if (shown && shown.dataset.key === closedAnnouncement()) shown.hidden = true
}
