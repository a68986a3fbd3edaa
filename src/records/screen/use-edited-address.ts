import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { MayLeave } from '#records/editor/editor-dialog'
import type { KeptText } from '#records/editor/saving/unsaved-text'

type Options<Asked> = {
  /** What the address asks for; undefined for just the list. */
  asked: Asked | undefined
  /** The query of an address that asks for it. */
  queryOf: (asked: Asked) => string
  /** Opens what is asked for from now on, or closes the editor. */
  onChange: (asked: Asked | undefined, resume: KeptText | undefined) => void
}

/**
 * The editor of a list has an address, so that Back, Forward, reload and bookmarks work; the list comes before it in
 * the history, if it was opened from there. What leads away while something is not saved is taken back, and asked about.
 */
export function useEditedAddress<Asked extends string | number>({ asked, queryOf, onChange }: Options<Asked>) {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const wanted = useRef<Asked>(undefined)
  const shown = useRef<Asked>(undefined)
  const resuming = useRef<KeptText>(undefined)
  const isStep = useRef(false)
  const mayLeave = useRef<MayLeave>(null)

  const follow = useEffectEvent((to: Asked | undefined) => {
    const resume = resuming.current
    resuming.current = undefined
    wanted.current = to
    if (to === shown.current) return
    if (shown.current !== undefined && mayLeave.current?.() === false) {
      navigate(pathname + queryOf(shown.current))
      return
    }
    shown.current = undefined
    onChange(to, resume)
  })
  useEffect(() => follow(asked), [asked])

  return {
    /** For the dialog, which tells whether it may go. */
    mayLeave,
    hrefOf: (to: Asked) => pathname + queryOf(to),
    go: (to: Asked, resume?: KeptText) => {
      resuming.current = resume
      isStep.current ||= asked === undefined
      navigate(pathname + queryOf(to), { replace: asked !== undefined })
    },
    /** Whether it is still what the address asks for, after a while. */
    isWanted: (one: Asked) => wanted.current === one,
    /** It is open now. */
    opened: (one: Asked) => {
      shown.current = one
    },
    /** What is open is called so from now on. */
    rename: (to: Asked) => {
      if (shown.current === to) return
      shown.current = to
      navigate(pathname + queryOf(to), { replace: true })
    },
    /** The editor has closed. */
    leave: () => {
      shown.current = undefined
      if (asked === undefined) return
      if (isStep.current) navigate(-1)
      else navigate(pathname, { replace: true })
      isStep.current = false
    },
  }
}
