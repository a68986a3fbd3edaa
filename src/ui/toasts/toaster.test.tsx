import { describe, expect, test } from 'bun:test'
import { fireEvent, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { renderPart } from '#test/render'
import { ModalDialog } from '#ui/controls/dialogs/dialogs'
import { type Toast, toastAtom, useToast } from './toast'
import { ToastRegion } from './toast-region'
import { Toaster } from './toaster'

function Asker() {
  const toast = useToast()
  return (
    <>
      <button type="button" onClick={() => toast({ title: 'Saved', description: 'It is safe.' })}>
        save
      </button>
      <button type="button" onClick={() => toast({ title: 'Lost', variant: 'destructive' })}>
        lose
      </button>
    </>
  )
}

const shown = () => [...document.querySelectorAll('.toast')].map((toast) => toast.textContent)

function renderToaster() {
  const view = renderPart(
    <>
      <Asker />
      <Toaster />
    </>,
  )
  const press = (name: string) => fireEvent.click(view.getByRole('button', { name }))
  /** Waits for the lazy code and the toasts. */
  const shows = (...texts: string[]) => waitFor(() => expect(shown()).toEqual(texts))
  return { ...view, press, shows }
}

describe('toasts', () => {
  test('the first one waits for its code and is announced', async () => {
    const { press, shows } = renderToaster()
    expect(document.querySelector('.toast-region')).toBeNull()
    press('save')
    await shows('SavedIt is safe.')
    await waitFor(() =>
      expect([...document.querySelectorAll('[role=status]')].map(({ textContent }) => textContent)).toContainEqual(
        expect.stringContaining('Saved'),
      ),
    )
  })

  test('a new one replaces the old', async () => {
    const { press, shows } = renderToaster()
    press('save')
    await shows('SavedIt is safe.')
    press('lose')
    await shows('Lost')
    expect(document.querySelector('.toast')?.getAttribute('data-variant')).toBe('destructive')
  })

  test('a dismissed one is hidden, and remembered for a while', async () => {
    const { press, shows, store } = renderToaster()
    press('save')
    await shows('SavedIt is safe.')
    press('Dismiss notification')
    await shows()
    expect(store.get(toastAtom)).toMatchObject({ title: 'Saved' } satisfies Partial<Toast>)
    press('lose')
    await shows('Lost')
  })

  test('F8 moves the focus to them', async () => {
    const { press, shows } = renderToaster()
    press('save')
    await shows('SavedIt is safe.')
    fireEvent.keyDown(document, { key: 'F8', code: 'F8' })
    expect(document.activeElement?.className).toBe('toast-region')
  })
})

test('toasts can be used in a dialog, also if their region was loaded under another dialog over it', async () => {
  const dialog = { title: 'Editor', onClose: () => {}, closeLabel: 'Close' }
  function Page() {
    const [isAsking, setAsking] = useState(true)
    const [isLoaded, setLoaded] = useState(false)
    return (
      <>
        <ModalDialog {...dialog} isOpen>
          <Asker />
        </ModalDialog>
        <ModalDialog {...dialog} isOpen={isAsking}>
          <button type="button" onClick={() => setLoaded(true)}>
            load
          </button>
          <button type="button" onClick={() => setAsking(false)}>
            answer
          </button>
        </ModalDialog>
        {isLoaded && createPortal(<ToastRegion />, document.body)}
      </>
    )
  }
  const view = renderPart(<Page />)
  const press = (name: string) => fireEvent.click(view.getByRole('button', { name, hidden: true }))
  press('load')
  await waitFor(() => expect(document.querySelector('.toast-region')).not.toBeNull())
  press('answer')
  await waitFor(() => expect(view.queryByRole('button', { name: 'answer', hidden: true })).toBeNull())
  press('save')
  await waitFor(() => expect(shown()).toEqual(['SavedIt is safe.']))
  // Mutation observers run after the mutation.
  await Bun.sleep(0)
  expect(document.querySelector('.toast')!.closest('[inert], [aria-hidden]')).toBeNull()
})
