/** The ids of library pictures without an alternative text in these values, at any depth. */
export function picturesWithoutAlt(texts: unknown): number[] {
  return [...new Set(idsIn(texts))]
}

function idsIn(texts: unknown): number[] {
  if (typeof texts === 'string') return idsInText(texts)
  return typeof texts === 'object' && texts !== null ? Object.values(texts).flatMap(idsIn) : []
}

/** A text is either a URL or HTML with pictures. */
function idsInText(text: string): number[] {
  if (!text.includes('<')) return idOf(text.trim())
  if (!text.includes('/media/')) return []
  const { body } = new DOMParser().parseFromString(text, 'text/html')
  return Array.from(body.querySelectorAll('img')).flatMap((picture) =>
    (picture.getAttribute('alt') ?? '').trim() === '' ? idOf(picture.getAttribute('src') ?? '') : [],
  )
}

const idOf = (address: string): number[] => {
  const id = /^\/media\/([1-9]\d{0,9})\/[^/\s]+$/.exec(address)?.[1]
  return id === undefined ? [] : [Number(id)]
}
