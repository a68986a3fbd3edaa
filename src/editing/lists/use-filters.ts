import { useLocation, useNavigate } from 'react-router'

/** A filter of a list: its parameter in the URL, and the values it can have. The first one is its default. `isOpen`: any value. */
type FilterParameter = { name: string; values: readonly string[]; initial?: string; isOpen?: boolean }

/** The chosen values of filters, which are in the URL, so that Back and a link lead to the same list. */
export function useFilters(filters: readonly FilterParameter[]) {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const asked = new URLSearchParams(search)
  const values = Object.fromEntries(
    filters.map(({ name, values: known, initial = known[0] ?? '', isOpen }) => {
      const value = asked.get(name)
      return [name, value !== null && (isOpen || known.includes(value)) ? value : initial]
    }),
  )
  const write = (change: (params: URLSearchParams) => void) => {
    const params = new URLSearchParams(search)
    change(params)
    const text = params.toString()
    void navigate(pathname + (text === '' ? '' : `?${text}`) + hash, { replace: true, preventScrollReset: true })
  }
  return {
    values,
    choose: (name: string, value: string) =>
      write((params) => {
        const { values: known = [], initial = known[0] } = filters.find((one) => one.name === name) ?? {}
        if (value === initial) params.delete(name)
        else params.set(name, value)
      }),
    clear: () => write((params) => filters.forEach(({ name }) => params.delete(name))),
  }
}
