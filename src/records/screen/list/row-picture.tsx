/** A thumbnail beside the title; it needs no alternative text. */
export function RowPicture({ address }: { address: string }) {
  return (
    <span className="edit-row-picture">
      {address !== '' && (
        <img src={smallOf(address)} alt="" width={48} height={36} loading="lazy" decoding="async" draggable={false} />
      )}
    </span>
  )
}

/**
 * The library's thumbnails are cached by browsers under this URL, so it changes daily: a replaced file is visible the
 * next day.
 */
const smallOf = (address: string): string =>
  ofLibrary.test(address) ? `${address}?small=${new Date().toISOString().slice(0, 10)}` : address

const ofLibrary = /^\/media\/\d+\/[^?#]+$/
