/** The ids of the library's pictures that stand in these texts without words of their own, however deep they lie. */
export function wordlessPictures(texts: unknown): number[] {
  return [...new Set(idsIn(texts))]
}

function idsIn(texts: unknown): number[] {
  if (typeof texts === 'string') return idsInText(texts)
  return typeof texts === 'object' && texts !== null ? Object.values(texts).flatMap(idsIn) : []
}

/** A text is an address itself, or HTML with pictures in it. */
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
