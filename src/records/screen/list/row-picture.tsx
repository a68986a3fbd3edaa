/** What a record shows, small, beside its title, which names it. */
export function RowPicture({ address }: { address: string }) {
  return (
    <span className="edit-row-picture">
      {address !== '' && (
        <img src={smallOf(address)} alt="" width={48} height={36} loading="lazy" decoding="async" draggable={false} />
      )}
    </span>
  )
}

/** The library makes small pictures, kept by browsers under the address: a file that is replaced shows the next day. */
const smallOf = (address: string): string =>
  ofLibrary.test(address) ? `${address}?small=${new Date().toISOString().slice(0, 10)}` : address

const ofLibrary = /^\/media\/\d+\/[^?#]+$/
