import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useText } from '#i18n/i18n'
import type { MayLeave } from '#records/editor/editor-dialog'
import { failureText } from '#records/editor/saving/failure'
import type { RestorableText } from '#records/editor/saving/unsaved-text'
import { useToast } from '#ui/toasts/toast'

type Options<Target, Opened> = {
  /** Parses the query of a URL; undefined for just the list. */
  askedIn: (query: URLSearchParams) => Target | undefined
  /** The query of the URL that opens it. */
  queryOf: (asked: Target) => string
  /** Loads the editor's data; undefined if it was deleted. */
  load: (asked: Target, resume: RestorableText | undefined) => Promise<Opened | undefined>
}

/** `field`: the field in the URL (`?edit=7&field=excerpt`). `key`: unique for each opening. */
type Open<Opened> = Opened & { key: number; field: string | undefined }

/**
 * Keeps the open editor of a list in the URL, so that Back, Forward, reload and bookmarks work; an editor opened from
 * the list has the list before it in the history. Navigation with unsaved changes is reverted, and needs a
 * confirmation.
 */
export function useEditedAddress<Target extends string | number, Opened extends object>({
  askedIn,
  queryOf,
  load,
}: Options<Target, Opened>) {
  const t = useText()
  const toast = useToast()
  const { search } = useLocation()
  const query = new URLSearchParams(search)
  const asked = askedIn(query)
  const { navigate, hrefOf, ...steps } = useSteps(asked, queryOf)
  const [open, setOpen] = useState<Open<Opened>>()
  const openings = useRef(0)
  const wanted = useRef<Target>(undefined)
  const shown = useRef<Target>(undefined)
  const resuming = useRef<RestorableText>(undefined)
  const mayLeave = useRef<MayLeave>(null)

  const leave = () => {
    shown.current = undefined
    steps.leave()
  }
  const fail = (description: string) => {
    toast({ variant: 'destructive', title: t('editing.error'), description })
    leave()
  }
  const edit = async (to: Target, resume: RestorableText | undefined) => {
    try {
      const opened = await load(to, resume)
      // Meanwhile another editor was requested, or none.
      if (wanted.current !== to) return
      if (!opened) return fail(t('editing.gone.title'))
      openings.current += 1
      shown.current = to
      setOpen({ ...opened, key: openings.current, field: query.get('field') ?? undefined })
    } catch (cause) {
      if (wanted.current === to) fail(failureText(cause, t('editing.loadFailed'), t))
    }
  }

  const follow = useEffectEvent((to: Target | undefined) => {
    const resume = resuming.current
    resuming.current = undefined
    wanted.current = to
    if (to === shown.current) return
    if (shown.current !== undefined && mayLeave.current?.() === false) return void navigate(hrefOf(shown.current))
    shown.current = undefined
    setOpen(undefined)
    if (to !== undefined) void edit(to, resume)
  })
  useEffect(() => follow(asked), [asked])

  return {
    /** The open editor. */
    open,
    /** The editor that is being loaded. */
    opening: open ? undefined : asked,
    /** For the dialog, which decides whether it may close. */
    mayLeave,
    hrefOf,
    go: (to: Target, resume?: RestorableText) => {
      resuming.current = resume
      steps.go(to)
    },
    /** Changes the URL of the open editor. */
    rename: (to: Target) => {
      if (shown.current === to) return
      shown.current = to
      navigate(hrefOf(to), { replace: true })
    },
    close: () => {
      setOpen(undefined)
      leave()
    },
  }
}

/** Navigates to an editor and back: opening one from the list pushes a history entry, and closing it goes back. */
function useSteps<Target>(asked: Target | undefined, queryOf: (asked: Target) => string) {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const isStep = useRef(false)
  const hrefOf = (to: Target) => pathname + queryOf(to)
  return {
    navigate,
    hrefOf,
    go: (to: Target) => {
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
