import { useAtomValue } from 'jotai'
import { sampleName, siteAtom } from '#contract/site'

/** The owner's logo, with the name as alternative text, or that of the sample company for itself; and the name. */
export function Brand() {
  const { name, logo } = useAtomValue(siteAtom)
  return logo ? (
    <>
      <img className="logo" alt={name} {...logo.image} />
      {logo.holdsName || <span aria-hidden="true">{name}</span>}
    </>
  ) : (
    <>
      {name === sampleName && <Mark />}
      {name}
    </>
  )
}

/** A straightedge and a pair of compasses that read IA. */
const Mark = () => (
  <svg className="logo" viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
    <path fill="currentColor" d="M2 3h5.2v26H2zM17.2 11.2a7 7 0 0 0 5.6 0L30.2 29h-5.5L20 17.2 15.3 29H9.8z" />
    <circle cx="20" cy="6.3" r="3.6" fill="var(--signal)" />
  </svg>
)
