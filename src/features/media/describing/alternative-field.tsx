import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createContext, type KeyboardEvent, use, useId, useRef, useState } from 'react'
import { useWithSession } from '#auth/forms/sign-in-dialog'
import { ApiError, send } from '#client/api-error'
import { useIntentKey } from '#client/use-submission'
import { useText } from '#i18n/i18n'
import type { Language } from '#i18n/language'
import { useLanguageNames } from '#i18n/use-language-names'
import { plainFailure, responseTimeout, withTimeout } from '#records/editor/saving/failure'
import { useMediaCache } from '../library/media-cache'
import type { MediaItem } from '../contract'
import { mediaItemQuery } from '../queries'

type Unsaved = { typed: string; fault?: string }

/** Unsaved alternative texts by their fields: tiles out of view are not rendered, and must not lose them. */
export const UnsavedAlternatives = createContext<Map<string, Unsaved>>(new Map())

type AlternativeFieldProps = { item: MediaItem; language: Language }

/**
 * The alternative text below a tile. It is saved by Enter and when the focus leaves it; Tab leads to the next field of the
 * grid, Escape back to the tile. What cannot be saved stays, with the reason.
 */
export function AlternativeField({ item, language }: AlternativeFieldProps) {
  const t = useText()
  const { nameOf } = useLanguageNames()
  const faultId = useId()
  const { text, fault, isPending, type, save, revert } = useAlternative(item, language)
  const label = t('media.altIn', { language: nameOf(language) })
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key, currentTarget: field, shiftKey, nativeEvent } = event
    if (nativeEvent.isComposing) return
    const next = key === 'Tab' ? neighbour(field, shiftKey ? -1 : 1) : undefined
    if (key === 'Enter') save()
    else if (key === 'Escape') {
      revert()
      field.closest<HTMLElement>('[role=row]')?.focus()
    } else if (next) next.focus()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <span className="media-alt" data-failed={fault === undefined ? undefined : ''}>
      <input
        className="kit-input"
        data-alternative={language}
        aria-label={`${label}: ${item.name}`}
        aria-invalid={fault !== undefined || undefined}
        aria-describedby={fault === undefined ? undefined : faultId}
        aria-busy={isPending || undefined}
        placeholder={label}
        lang={language}
        dir="auto"
        autoComplete="off"
        value={text}
        onChange={({ target }) => type(target.value)}
        onBlur={save}
        onKeyDown={onKeyDown}
        // A click by assistive technology would also open the tile.
        onClick={(event) => event.stopPropagation()}
      />
      <span className="media-alt-fault" role="alert" id={faultId}>
        {fault}
      </span>
    </span>
  )
}

/** The field before or after this one, in the order of the tiles; its row becomes the current one of the grid. */
function neighbour(field: HTMLElement, way: 1 | -1): HTMLElement | undefined {
  const fields = [...(field.closest('[role=grid]')?.querySelectorAll<HTMLElement>('[data-alternative]') ?? [])]
  const ordered = fields.toSorted((one, other) => placeOf(one) - placeOf(other))
  const next = ordered[ordered.indexOf(field) + way]
  next?.closest<HTMLElement>('[role=row]')?.focus()
  return next
}

const placeOf = (field: Element) => Number(field.closest('[role=row]')?.getAttribute('aria-rowindex'))

function useAlternative(item: MediaItem, language: Language) {
  const t = useText()
  const client = useQueryClient()
  const cache = useMediaCache()
  const withSession = useWithSession()
  const { keyFor, finish } = useIntentKey()
  const unsaved = use(UnsavedAlternatives)
  const field = `${item.id} ${language}`
  const stored = item.alt[language]
  const [now, setNow] = useState(unsaved.get(field))
  /** The stored text that is being changed. */
  const base = useRef(stored)
  const keep = (next: Unsaved | undefined) => {
    if (next) unsaved.set(field, next)
    else unsaved.delete(field)
    setNow(next)
  }

  const write = (text: string, version: number) => {
    const body = { alt: { [language]: text } }
    const idempotencyKey = keyFor({ body, version })
    const sent = () => send<MediaItem>('PUT', `/api/media/${item.id}`, { body, version, idempotencyKey })
    return withSession(() => withTimeout(responseTimeout, sent()))
  }
  const { mutate, isPending, variables } = useMutation({
    networkMode: 'always',
    retry: false,
    // One after another: each changes the version of the item.
    scope: { id: `media-alternative ${item.id}` },
    mutationFn: async (text: string) => {
      try {
        return await write(text, item.version)
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 412)) throw error
        const fresh = await client.fetchQuery({ ...mediaItemQuery(item.id), staleTime: 0 })
        cache.put(fresh)
        const theirs = fresh.alt[language]
        if (theirs === text) return fresh
        if (theirs !== base.current) {
          base.current = theirs
          throw new Error(t('media.altChanged', { text: theirs }), { cause: error })
        }
        return await write(text, fresh.version)
      }
    },
    onSuccess: (answer, text) => {
      finish()
      base.current = text
      cache.put(answer)
      if (unsaved.get(field)?.typed.trim() === text) keep(undefined)
    },
    onError: (error, text) =>
      keep({
        typed: unsaved.get(field)?.typed ?? text,
        fault: `${t('media.altFailed')} ${plainFailure(error, t('media.saveFailed'), t)}`,
      }),
  })
  return {
    text: now?.typed ?? stored,
    fault: now?.fault,
    isPending,
    type: (typed: string) => {
      if (!now) base.current = stored
      keep({ typed })
    },
    save: () => {
      // Not of the last render: Escape takes the text back and moves the focus at once.
      const text = unsaved.get(field)?.typed.trim()
      if (text === undefined) return
      if (text === stored) keep(undefined)
      else if (!isPending || variables !== text) mutate(text)
    },
    revert: () => keep(undefined),
  }
}
