import { describe, expect, test } from 'bun:test'
import { act, fireEvent, waitFor } from '@testing-library/react'
import { renderPart } from '#test/render'
import { type Toast, toastAtom, useToast } from './toast'
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
  const press = async (name: string) => {
    fireEvent.click(view.getByRole('button', { name }))
    await act(() => Bun.sleep(50))
  }
  return { ...view, press }
}

describe('toasts', () => {
  test('the first one waits for its code and is announced', async () => {
    const { press } = renderToaster()
    expect(document.querySelector('.toast-region')).toBeNull()
    await press('save')
    await waitFor(() => expect(shown()).toEqual(['SavedIt is safe.']))
    await act(() => Bun.sleep(200))
    expect(
      [...document.querySelectorAll('[role=status]')].some((status) => status.textContent?.includes('Saved')),
    ).toBe(true)
  })

  test('a new one takes the place of the old', async () => {
    const { press } = renderToaster()
    await press('save')
    await press('lose')
    expect(shown()).toEqual(['Lost'])
    expect(document.querySelector('.toast')?.getAttribute('data-variant')).toBe('destructive')
  })

  test('a dismissed one is gone from sight, and stays known for a while', async () => {
    const { press, store } = renderToaster()
    await press('save')
    await press('Dismiss notification')
    expect(shown()).toEqual([])
    expect(store.get(toastAtom)).toMatchObject({ title: 'Saved' } satisfies Partial<Toast>)
    await press('lose')
    expect(shown()).toEqual(['Lost'])
  })

  test('F8 leads to them', async () => {
    const { press } = renderToaster()
    await press('save')
    fireEvent.keyDown(document, { key: 'F8', code: 'F8' })
    expect(document.activeElement?.className).toBe('toast-region')
  })
})
