import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'bun:test'
import { rescueFocus } from './rescue-focus'

afterEach(cleanup)

function Page({ hasButton, hasDialog }: { hasButton: boolean; hasDialog: boolean }) {
  return (
    <>
      <h1 tabIndex={-1}>Posts</h1>
      {hasDialog && (
        <div className="kit-overlay">
          <dialog open tabIndex={-1} className="kit-dialog" />
        </div>
      )}
      {hasButton && <button type="button">Discard draft</button>}
    </>
  )
}

function renderWithoutButton(hasDialog: boolean) {
  const { rerender } = render(<Page hasButton hasDialog={hasDialog} />)
  screen.getByRole('button').focus()
  rescueFocus()
  rerender(<Page hasButton={false} hasDialog={hasDialog} />)
  expect(document.activeElement).toBe(document.body)
}

test('when a focused control disappears, the open dialog is focused', async () => {
  renderWithoutButton(true)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('dialog')))
})

test('without a dialog the heading of the screen is focused', async () => {
  renderWithoutButton(false)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading')))
})
