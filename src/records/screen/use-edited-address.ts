import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { rescueFocus } from '#editing/focus'
import { useText } from '#i18n/i18n'
import type { MayLeave } from '#records/editor/editor-dialog'
import { failureText } from '#records/editor/saving/failure'
import type { KeptText } from '#records/editor/saving/unsaved-text'
import { useToast } from '#ui/toasts/toast'

type Options<Asked, Opened> = {
  /** What an address asks for by its query; undefined for just the list. */
  askedIn: (query: URLSearchParams) => Asked | undefined
  /** The query of an address that asks for it. */
  queryOf: (asked: Asked) => string
  /** What the editor is opened with; undefined for what is gone. */
  load: (asked: Asked, resume: KeptText | undefined) => Promise<Opened | undefined>
}

/** `field`: the one that the address asks for (`?edit=7&field=excerpt`). `key`: another one for each opening. */
type Open<Opened> = Opened & { key: number; field: string | undefined }

/**
 * The editor of a list has an address, so that Back, Forward, reload and bookmarks work; the list comes before it in
 * the history, if it was opened from there. What leads away while something is not saved is taken back, and asked about.
 */
export function useEditedAddress<Asked extends string | number, Opened extends object>({
  askedIn,
  queryOf,
  load,
}: Options<Asked, Opened>) {
  const t = useText()
  const toast = useToast()
  const { search } = useLocation()
  const query = new URLSearchParams(search)
  const asked = askedIn(query)
  const { navigate, hrefOf, ...steps } = useSteps(asked, queryOf)
  const [open, setOpen] = useState<Open<Opened>>()
  const openings = useRef(0)
  const wanted = useRef<Asked>(undefined)
  const shown = useRef<Asked>(undefined)
  const resuming = useRef<KeptText>(undefined)
  const mayLeave = useRef<MayLeave>(null)

  const leave = () => {
    shown.current = undefined
    steps.leave()
  }
  const fail = (description: string) => {
    toast({ variant: 'destructive', title: t('editing.error'), description })
    leave()
  }
  const edit = async (to: Asked, resume: KeptText | undefined) => {
    try {
      const opened = await load(to, resume)
      // Meanwhile another was asked for, or none.
      if (wanted.current !== to) return
      if (!opened) return fail(t('editing.gone.title'))
      openings.current += 1
      shown.current = to
      setOpen({ ...opened, key: openings.current, field: query.get('field') ?? undefined })
    } catch (cause) {
      if (wanted.current === to) fail(failureText(cause, t('editing.loadFailed'), t))
    }
  }

  const follow = useEffectEvent((to: Asked | undefined) => {
    const resume = resuming.current
    resuming.current = undefined
    wanted.current = to
    if (to === shown.current) return
    if (shown.current !== undefined && mayLeave.current?.() === false) return void navigate(hrefOf(shown.current))
    shown.current = undefined
    setOpen(undefined)
    if (to === undefined) rescueFocus()
    else void edit(to, resume)
  })
  useEffect(() => follow(asked), [asked])

  return {
    /** What is edited. */
    open,
    /** What is asked for and not open yet. */
    opening: open ? undefined : asked,
    /** For the dialog, which tells whether it may go. */
    mayLeave,
    hrefOf,
    go: (to: Asked, resume?: KeptText) => {
      resuming.current = resume
      steps.go(to)
    },
    /** What is open is called so from now on. */
    rename: (to: Asked) => {
      if (shown.current === to) return
      shown.current = to
      navigate(hrefOf(to), { replace: true })
    },
    close: () => {
      setOpen(undefined)
      rescueFocus()
      leave()
    },
  }
}

/** To the editor of something and back: what is opened from the list is a step in the history, and the way back leads there. */
function useSteps<Asked>(asked: Asked | undefined, queryOf: (asked: Asked) => string) {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const isStep = useRef(false)
  const hrefOf = (to: Asked) => pathname + queryOf(to)
  return {
    navigate,
    hrefOf,
    go: (to: Asked) => {
      isStep.current ||= asked === undefined
      navigate(hrefOf(to), { replace: asked !== undefined })
    },
    leave: () => {
      if (asked === undefined) return
      if (isStep.current) navigate(-1)
      else navigate(pathname, { replace: true })
      isStep.current = false
    },
  }
}
